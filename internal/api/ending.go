package api

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/openapi"
)

// ending says in every answer of an operation that it is deprecated (RFC 9745), and when it may be gone
// (RFC 8594). The OpenAPI document says which operations are.
type ending struct {
	deprecation, sunset []string
	operation           string
}

// endings are those of a document, by pattern. A document without any is not parsed.
func endings(document []byte) (map[string]ending, error) {
	all := map[string]ending{}
	if !bytes.Contains(document, []byte(`"x-sunset"`)) {
		return all, nil
	}
	parsed, err := openapi.Parse(document)
	if err != nil {
		return nil, err
	}
	for _, path := range parsed.Paths {
		for _, op := range path.Value.Operations() {
			if op.Value.Sunset == "" {
				continue
			}
			from, err := time.Parse(time.DateOnly, op.Value.Deprecated)
			if err != nil {
				return nil, err
			}
			until, err := time.Parse(time.DateOnly, op.Value.Sunset)
			if err != nil {
				return nil, err
			}
			all[op.Name+" "+path.Name] = ending{
				deprecation: []string{"@" + strconv.FormatInt(from.Unix(), 10)},
				sunset:      []string{until.Format(http.TimeFormat)},
				operation:   op.Value.OperationID,
			}
		}
	}
	return all, nil
}

// say writes the headers; base is the address of the service.
func (e ending) say(h http.Header, base string) {
	h["Deprecation"], h["Sunset"] = e.deprecation, e.sunset
	h.Add("Link", "<"+base+"/docs#"+e.operation+`>; rel="deprecation"`)
}
