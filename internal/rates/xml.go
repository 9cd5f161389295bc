package rates

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"vitrine/internal/catalog"
)

// maxDepth is more than the bank's files have.
const maxDepth = 16

// parseXML reads the European Central Bank's files: in a Cube for each day, a Cube for
// each currency. Declarations are refused, so there are no entities of its own.
func parseXML(content []byte) (found []catalog.Rate, err error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	day, depth := "", 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, errors.New("it declares a type of document")
		case xml.EndElement:
			depth--
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, errors.New("it is nested too deeply")
			}
			if t.Name.Local != "Cube" {
				continue
			}
			of := map[string]string{}
			for _, a := range t.Attr {
				of[a.Name.Local] = a.Value
			}
			if of["time"] != "" {
				day = of["time"]
			}
			if of["currency"] == "" && of["rate"] == "" {
				continue
			}
			r, err := newRate(day, "EUR", of["currency"], of["rate"])
			if err != nil {
				return nil, err
			}
			found = append(found, r)
		}
	}
}
