package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"viatica.example/viatica"
)

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body) // raw, not parsed yet
	if err != nil {
		return
	}
	event, err := viatica.VerifyEvent(body, request.Header, os.Getenv("VIATICA_EVENTS_SECRET"))
	if err != nil {
		fmt.Println("refused:", err)
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Println(event.Type, event.ID)
	writer.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}
