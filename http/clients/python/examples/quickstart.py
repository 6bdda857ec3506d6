# step: price
import os

from viatica import Client

viatica = Client(
    os.environ["VIATICA_URL"], os.environ["VIATICA_KEY"], os.environ["VIATICA_SECRET"]
)
trip = {
    "intent": "forTourism",
    "startDate": "2027-07-01",
    "endDate": "2027-07-14",
    "countryResidence": "FR",
    "arrivalCountries": ["US"],
    "travellers": [{"age": 34}, {"age": 31}],
}
traveller = viatica.traveller()  # keeps one session
offers = traveller.quotes({"trip": trip})["offers"]
for offer in offers[:3]:
    price = offer["price"]
    print(price["amount"], price["currency"], offer["name"], offer["plan"])

# step: read
card = {"network": "visa", "tier": "mid"}
asked = {"residence": "FR", "destinations": ["US"], "card": card}
bilan = viatica.bilan(asked)["bilan"]
print(bilan["headline"]["key"], len(bilan["arguments"]), "arguments")

# step: link
link = traveller.links({"offerId": offers[0]["id"]})
print(link["url"])

# step: sale
paid = offers[0]["price"]
sale = viatica.conversion({
    "contractVersion": "3.2",
    "ref": os.environ["VIATICA_REF"],
    "externalOrderId": "AC-2291",
    "status": "pending",
    "amount": paid["amount"],
    "currency": paid["currency"],
})
print(sale["status"], sale["amount"], sale["currency"])
