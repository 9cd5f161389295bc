// Package openapi holds the OpenAPI document: one short YAML page per resource,
// which go generate assembles into openapi.json and openapi.yaml. The tests of
// internal/api hold the document to what the service does.
//
// A page says what is particular to its resource; what follows from it is
// derived. location.yaml is a good one to copy.
//
//	resource:  name, group, order and description in the contents
//	objects:   what answers show
//	  Location:
//	    self:        path of the object; its last placeholder is the id
//	    attributes:  schema of each; created_at and updated_at are added
//	    example:     an id and the attributes
//	schemas:   what requests take, and whatever else has a name
//	paths:     the operations
//	  /api/locations:
//	    post:
//	      operationId, summary, description: as in OpenAPI
//	      access:      anyone, self, members, editors or owners
//	      takes:       the schema of the body
//	      created:     the object that is answered
//
// An object may also have a noun (what one is called in sentences), optional (the
// attributes that may be missing), times: false (without created_at and
// updated_at), links (paths besides self), id (a description), key (the schema of
// an id that is no number), type (if it is not the name), beside (schemas of what
// stands beside the attributes if it is asked for) and secret (the schema of a
// token that creating it shows once).
//
// An operation answers with one of
//
//	list: Location      a page of them; page, per_page and after are added
//	all: Location       all of them, without pages
//	one: Location       one
//	created: Location   a new one, status 201
//	secret: ApiKey      a new one with its token, status 201
//	nothing: Deleted.   status 204, with this description
//	bytes: [image/*]    a file of these media types, whole or in part
//	download: [text/*]  a file that is made for the request, always whole; json is the
//	                    schema if it can be JSON
//
// A list may also have beside (schemas of what stands beside the data) and meta (schemas
// of what tells more of the list), each with an example.
//
// An operation with takes may also have form, the schema of the same as
// multipart/form-data with a file.
//
// An operation that is to go has ends: {deprecated: 2027-01-01, sunset: 2027-07-01,
// instead: "`GET /api/others`"}. This is the one place that says so; headers, the
// reference and the description follow.
//
// answer replaces the description that is derived, and responses adds others:
// a failure needs a description only. A $ref may be just the name of a schema.
// The example of a body consists of the first example of each of its members.
//
// Derived are: the envelope of an object, alone and on a page, with examples;
// path parameters; the answers and headers that follow from the kind of
// operation; PATCH from PUT; ETags, If-Match and Idempotency-Key.
package openapi

import _ "embed"

//go:generate go run ./assemble .

// The document, in both forms that are served.
var (
	//go:embed openapi.json
	JSON []byte
	//go:embed openapi.yaml
	YAML []byte
)
