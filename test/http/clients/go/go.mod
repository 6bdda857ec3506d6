module viatica.example/contract

go 1.21

require viatica.example/viatica v0.0.0

replace viatica.example/viatica => ../../../../http/clients/go
