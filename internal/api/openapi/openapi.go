// Package openapi holds the OpenAPI document: one YAML page a resource, written
// by hand, put together by go generate. Tests of package api hold it to what
// the service does.
package openapi

import _ "embed"

//go:generate go run ./assemble

// JSON is the whole document.
//
//go:embed openapi.json
var JSON []byte

// YAML is the same document for people.
//
//go:embed openapi.yaml
var YAML []byte
