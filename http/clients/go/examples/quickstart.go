// step: price
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"viatica.example/viatica"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	client, err := viatica.New(viatica.Options{
		BaseURL: os.Getenv("VIATICA_URL"),
		KeyID:   os.Getenv("VIATICA_KEY"),
		Secret:  os.Getenv("VIATICA_SECRET"),
	})
	check(err)
	trip := viatica.Fields{
		"intent":           "forTourism",
		"startDate":        "2027-07-01",
		"endDate":          "2027-07-14",
		"countryResidence": "FR",
		"arrivalCountries": []string{"US"},
		"travellers":       []viatica.Fields{{"age": 34}, {"age": 31}},
	}
	traveller := client.Traveller("") // keeps one session
	quote, err := traveller.Quotes(ctx, viatica.Fields{"trip": trip})
	check(err)
	offers := quote.Offers
	for _, offer := range offers[:min(3, len(offers))] {
		price := offer.Price
		fmt.Println(price.Amount, price.Currency, offer.Name, offer.Plan)
	}

	// step: read
	reading, err := client.Bilan(ctx, viatica.Fields{
		"residence":    "FR",
		"destinations": []string{"US"},
		"card":         viatica.Fields{"network": "visa", "tier": "mid"},
	})
	check(err)
	bilan := reading.Bilan
	fmt.Println(bilan.Headline.Key, len(bilan.Arguments), "arguments")

	// step: link
	link, err := traveller.Links(ctx, viatica.Fields{"offerId": offers[0].ID})
	check(err)
	fmt.Println(link.URL)

	// step: sale
	sale, err := client.Conversion(ctx, viatica.Fields{
		"contractVersion": "3.2",
		"ref":             os.Getenv("VIATICA_REF"),
		"externalOrderId": "AC-2291",
		"status":          "pending",
		"amount":          offers[0].Price.Amount,
		"currency":        offers[0].Price.Currency,
	})
	check(err)
	fmt.Println(sale.Status, sale.Amount, sale.Currency)
	// step: price
}
