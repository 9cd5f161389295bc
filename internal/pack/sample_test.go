package pack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

func on(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

// drawn is a photo that differs by seed.
func drawn(t testing.TB, seed, w, h int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			grain := uint8((x*7919 + y*104729 + seed*1299709) % 31)
			m.Set(x, y, color.RGBA{uint8(seed*40+x*120/w) + grain, uint8(90+y*100/h) + grain, uint8(seed*70) + grain, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wholeOf are copies with their details.
func wholeOf(all []catalog.PackCopy) iter.Seq2[catalog.PackCopy, error] {
	return func(yield func(catalog.PackCopy, error) bool) {
		for _, c := range all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// longest are names of 255 characters that are hard to lay out.
var longest = []string{
	strings.Repeat("漢", 255), strings.Repeat("ש", 255), strings.Repeat("W", 255), strings.Repeat("i", 255), strings.Repeat("wide word ", 25) + "ends",
	"a\u0001b", "=cmd|' /C calc'!A0", "\u202eright to left", "👩‍👩‍👧‍👦 family",
}

const photos = 12

// sampled are copies as collectors have them: three collections, three currencies, long
// and odd names, several covers, papers, and photos that are lost.
func sampled(n int) (all []catalog.PackCopy) {
	names := []string{"Leica M3, double stroke", "Rolleiflex 2.8F Planar", "Hasselblad 500 C/M with A12 magazine and prism finder", "Nikon F Photomic", "Speedmaster Professional, ref. 145.022",
		"Étude pour un paysage, huile sur toile", "Contax IIIa", "Voigtländer Bessa II with Apo-Lanthar 105/4.5"}
	collections := []string{"Cameras", "Drawings and prints", "Watches"}
	conditions := []string{"Mint", "Very good", "Good, with small scratches on the top plate"}
	for i := range n {
		c := catalog.PackCopy{CopyID: int64(i + 1), CollectionID: int64(i*len(collections)/n + 1), Collection: collections[i*len(collections)/n], Name: names[i%len(names)],
			Identifier: new(fmt.Sprintf("INV-%04d", 2024+i)), Condition: new(conditions[i%3]), Quantity: 1, Place: []string{"House", "Study", "Glass cabinet", "Second shelf"},
			ValueDate: new(on(2026, time.March, 1+i%28)), ValueType: new(catalog.ValuationTypes[i%3]), ValueCurrency: new([]string{"EUR", "EUR", "USD", "JPY"}[i%4]),
			Value: new(int64(i*i%97+1) * 123_45)}
		if i%3 == 1 {
			c.ValueBy = new("Weber & Söhne, sworn appraisers")
		}
		if i%7 == 3 {
			c.Quantity = 12
		}
		if i%5 != 4 {
			for p := range 1 + i%5 {
				c.Photos = append(c.Photos, catalog.PackPhoto{Content: catalog.Content{Object: fmt.Sprintf("photo%d", (i+p)%photos)}})
			}
		}
		if i%4 != 3 {
			c.Policies = append(c.Policies, catalog.PackPolicy{Provider: "Helvetia", PolicyNumber: new("P-2024-001"), InsuredValue: *c.Value * c.Quantity, CurrencyCode: *c.ValueCurrency,
				StartsAt: new(on(2020, time.January, 1)), EndsAt: new(on(2027, time.December, 31)), Scheduled: i%6 == 0, CoverageType: new("All risks, at home and on loan"), DeductibleAmount: new(int64(500_00)), DeductibleCode: "EUR"})
		}
		if i%10 == 2 {
			c.Policies = append(c.Policies, catalog.PackPolicy{Provider: "Allianz Kunstversicherung", InsuredValue: 900_00, CurrencyCode: "EUR", EndsAt: new(on(2026, time.November, 30))})
		}
		if i%3 == 0 {
			c.Documents = append(c.Documents, catalog.PackDocument{Type: "receipt", Name: "Invoice of the dealer", IssuedAt: new(on(2019, time.May, 4)), ReferenceNumber: new("R-77/b"),
				Content: &catalog.Content{Object: fmt.Sprintf("paper%d", i), MimeType: "application/pdf", Size: 9, SHA256: sumOf("paper")}},
				catalog.PackDocument{Type: "certificate", Name: "Certificate of the maker", ExternalURL: new("https://archive.example/certificates/123456")})
		}
		c.Description = new("Chrome body of the first year, with the double stroke lever.\n\nBought with its leather case; the shutter was cleaned in 2019. " + strings.Repeat("It was used on journeys and shows it. ", i%9))
		c.CollectionTypeID, c.CustomFields = new(int64(1)), []byte(`{"1":"Wetzlar","2":1954,"3":"1955-04-01","4":true,"5":4}`)
		c.CategoryPath = []string{"Rangefinders", "35 mm"}
		c.Purchase = &catalog.PackPurchase{OccurredAt: on(2019, time.May, 4), Counterparty: new("Antiquariat am Markt"), Total: new(int64(1_250_00)), CurrencyCode: "EUR", ReferenceNumber: new("R-77/b")}
		for v := range 1 + i%3 {
			c.Valuations = append(c.Valuations, catalog.PackValuation{Type: catalog.ValuationTypes[(i+v)%3], Amount: *c.Value / int64(v+1), CurrencyCode: *c.ValueCurrency, ValuedAt: c.ValueDate.AddDate(-v, 0, 0), Valuer: c.ValueBy, Method: new("Comparable sales")})
		}
		all = append(all, c)
	}
	return all
}

func sumOf(s string) []byte {
	sum := sha256.Sum256([]byte(s))
	return sum[:]
}

// packed is a pack of copies, with its photos and papers.
func packed(t testing.TB, copies []catalog.PackCopy, locale, paper string) Pack {
	t.Helper()
	pictures := map[string][]byte{}
	for i := range photos {
		pictures[fmt.Sprintf("photo%d", i)] = drawn(t, i, 320-i%3*90, 240+i%2*80)
	}
	delete(pictures, "photo7")
	pictures["photo5"] = []byte("no picture")
	return Pack{
		Options: Options{Places: true, Sheets: true, Documents: true, Photos: "thumb", Paper: paper, Locale: locale},
		Head: catalog.PackHead{Account: "The Aalto collection", CurrencyCode: "EUR", UninsuredAbove: new(int64(100_00)), UnderInsuredPercent: 90, AttentionDays: 30,
			Day: on(2026, time.November, 16), Copies: int64(len(copies)),
			Fields: []catalog.ListedField{{ID: 1, CollectionTypeID: 1, Name: "Place of manufacture", FieldType: catalog.Text}, {ID: 2, CollectionTypeID: 1, Name: "Year", FieldType: catalog.Number},
				{ID: 3, CollectionTypeID: 1, Name: "Serviced", FieldType: catalog.Date}, {ID: 4, CollectionTypeID: 1, Name: "Working", FieldType: catalog.Boolean}, {ID: 5, CollectionTypeID: 1, Name: "Rating", FieldType: catalog.Rating},
				{ID: 1, CollectionTypeID: 2, Name: "Of another type", FieldType: catalog.Text}},
			Rates: catalog.NewRates(on(2026, time.November, 16), []catalog.Rate{{Base: "EUR", CurrencyCode: "USD", Rate: "1.08", Date: on(2026, time.November, 13)}, {Base: "EUR", CurrencyCode: "JPY", Rate: "164", Date: on(2026, time.November, 13)}})},
		Copies: copies, Whole: wholeOf(copies), MadeAt: time.Date(2026, time.November, 16, 17, 4, 5, 0, time.UTC), Code: "abcdefghijklmnopqrstuvwxyz234567",
		Address: "https://vitrine.example/v/abcdefghijklmnopqrstuvwxyz234567", Fonts: typeset.Plain(),
		Photo: func(_ context.Context, p catalog.PackPhoto, _ string) ([]byte, error) {
			if content, ok := pictures[p.Object]; ok {
				return content, nil
			}
			return nil, errors.New("the store has lost it")
		},
		Document: func(_ context.Context, c catalog.Content) (io.ReadCloser, error) {
			if c.Object == "paper3" {
				return nil, errors.New("the store has lost it")
			}
			return io.NopCloser(strings.NewReader("the paper")), nil
		},
	}
}
