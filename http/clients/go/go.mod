module viatica.example/viatica

go 1.21
