package main

import "testing"

const shortPage = `
resource: {name: Old things, group: Catalogue, order: 1, about: What is old.}
objects:
  OldThing:
    self: /api/boxes/{box}/old-things/{oldThing}
    optional: [note]
    attributes: {name: {type: string}, note: {type: string}}
    beside: {urls: {type: object}}
    example: {id: "7", name: Clock}
  Blob:
    self: /api/blobs/{blob}
    key: Hash
    times: false
    attributes: {size: {type: integer}}
    example: {id: a1, size: 1}
  Box:
    self: /api/boxes/{box}
    times: false
    secret: Key
    attributes: {name: {type: string}}
    example: {id: "3", name: Chest}
schemas:
  Key: {type: string, examples: [opensesame]}
  OldThingInput: {required: [name], properties: {name: {type: string, examples: [Clock]}, note: {$ref: Key}}}
  OldThingForm: {required: [file], properties: {file: {type: string, format: binary}}}
  Hash: {type: string, pattern: '^[0-9a-f]{64}$'}
paths:
  /api/boxes: {post: {operationId: createBox, access: editors, secret: Box}}
  /api/boxes/{box}/old-things:
    get: {operationId: listOldThings, access: members, list: OldThing, parameters: [{name: q, in: query}]}
    post: {operationId: createOldThing, access: editors, form: OldThingForm, takes: OldThingInput, created: OldThing}
  /api/boxes/{box}/old-things/{oldThing}:
    get: {operationId: getOldThing, access: anyone, one: OldThing}
    delete: {operationId: deleteOldThing, access: editors, nothing: Deleted.}
  /api/boxes/{box}/old-things/{oldThing}/file:
    get: {operationId: getOldThingFile, access: members, bytes: [image/*], answer: The picture.}
  /api/blobs/{blob}:
    get: {operationId: getBlob, access: members, parameters: [{$ref: '#/components/parameters/IncludeUrls'}], one: Blob}
    put: {operationId: uploadBlob, access: editors, requestBody: {content: {application/octet-stream: {}}}, one: Blob}
`

func TestDerive(t *testing.T) {
	t.Parallel()
	const top = "openapi: 3.1.1\ntags: []\npaths: {}\ncomponents: {schemas: {Id: {type: string}}, responses: {}}\n"
	for _, c := range []struct{ name, page, want, err string }{
		{"the head is a tag", shortPage, `{"name":"Oldthings","x-group":"Catalogue","x-object":"OldThing","x-order":1,"description":"Whatisold."}`, ""},
		{"operations have it", shortPage, `"operationId":"listOldThings","parameters":[{"$ref":"#/components/parameters/Page"},{"$ref":"#/components/parameters/PerPage"},{"$ref":"#/components/parameters/After"},{"name":"q","in":"query"}],"tags":["Oldthings"]`, ""},
		{"an object has a type", shortPage, `"type":{"type":"string","const":"old_thing","x-go-type":"string"}`, ""},
		{"attributes are there unless optional", shortPage, `"required":["name","created_at","updated_at"],"properties":{"name":{"type":"string"},"note"`, ""},
		{"a link leads to the object", shortPage, `"self":{"type":"string","format":"uri","pattern":"/api/boxes/[1-9][0-9]*/old-things/[1-9][0-9]*$"}`, ""},
		{"an example has its link", shortPage, `"links":{"self":"https://vitrine.example/api/boxes/3/old-things/7"}`, ""},
		{"an object stands alone", shortPage, `"OneOldThing":{"type":"object","additionalProperties":false,"required":["data"],"properties":{"data":{"$ref":"#/components/schemas/OldThing"}}}`, ""},
		{"an object is listed", shortPage, `"data":{"type":"array","maxItems":100,"items":{"$ref":"#/components/schemas/OldThing"}}`, ""},
		{"a list has an example", shortPage, `"path":"https://vitrine.example/api/boxes/3/old-things"`, ""},
		{"a body has an example", shortPage, `"schema":{"$ref":"#/components/schemas/OldThingInput"},"example":{"name":"Clock"}`, ""},
		{"a body may be a form", shortPage, `"requestBody":{"required":true,"content":{"multipart/form-data":{"schema":{"$ref":"#/components/schemas/OldThingForm"}},"application/json":`, ""},
		{"a form can be too large", shortPage, `"413":{"$ref":"#/components/responses/FileTooLarge"},"415":{"$ref":"#/components/responses/NotUpload"}`, ""},
		{"bytes can be too large, but of any type", shortPage, `"413":{"$ref":"#/components/responses/FileTooLarge"},"422"`, ""},
		{"bytes are no object to be matched or patched", shortPage, `"put":{"operationId":"uploadBlob","requestBody":{"content":{"application/octet-stream":{}}},"tags":["Oldthings"],"x-access":"editors","responses":`, ""},
		{"a file is sent", shortPage, `"200":{"description":"Thepicture.","headers":{"X-Request-Id":{"$ref":"#/components/headers/RequestId"},"Cache-Control":{"$ref":"#/components/headers/FileCache"}`, ""},
		{"a file is sent in part", shortPage, `"content":{"image/*":{"schema":{"type":"string","format":"binary"}},"multipart/byteranges":{"schema":{"type":"string","format":"binary"}}}},"304":{"$ref":"#/components/responses/SameBytes"}`, ""},
		{"a part may not exist", shortPage, `"416":{"$ref":"#/components/responses/NoSuchRange"}`, ""},
		{"an id may be no number", shortPage, `"id":{"$ref":"#/components/schemas/Hash"}`, ""},
		{"nor in links", shortPage, `"pattern":"/api/blobs/[0-9a-f]{64}$"`, ""},
		{"something stands beside", shortPage, `"urls":{"type":"object"},"links":`, ""},
		{"what includes more has no ETag", shortPage, `"Cache-Control":{"$ref":"#/components/headers/CacheControl"},"ETag":{"$ref":"#/components/headers/PlainETag"}`, ""},
		{"an id is described", shortPage, `{"name":"oldThing","in":"path","required":true,"description":"Theidoftheoldthing,whichmustbelongtothebox.","schema":{"$ref":"#/components/schemas/Id"},"example":"7"}`, ""},
		{"anyone needs no token", shortPage, `"x-access":"anyone","security":[]`, ""},
		{"a deletion answers nothing", shortPage, `"204":{"description":"Deleted."`, ""},
		{"a secret is hidden", shortPage, `"token":{"description":"Notshownagain.","type":"null"}`, ""},
		{"a secret is shown once", shortPage, `"attributes":{"name":"Chest","token":"opensesame"}`, ""},
		{"a misspelt object", "paths: {/a: {get: {access: members, one: Thing}}}", "", "get /a: there is no object Thing"},
		{"a misspelt input", "paths: {/a: {post: {access: members, takes: Thing}}}", "", "post /a: there is no schema Thing"},
		{"an operation ends", ending("2027-01-01", "2027-07-01", "$instead"), `"get":{"description":"**Deprecated**since2027-01-01,andmaybegonefrom2027-07-01on.Instead:$instead","deprecated":true,"x-deprecated":"2027-01-01","x-sunset":"2027-07-01","responses":{}`, ""},
		{"an operation ends too soon", ending("2027-01-01", "2027-06-01", "x"), "", "get /a: ends: it must be 180 days from deprecated to sunset, and instead must say what to use"},
		{"an operation ends without a substitute", ending("2027-01-01", "2027-07-01", ""), "", "get /a: ends: it must be 180 days from deprecated to sunset, and instead must say what to use"},
		{"an operation ends some day", ending("2027-01-01", "soon", "x"), "", `get /a: ends: sunset: parsing time "soon" as "2006-01-02": cannot parse "soon" as "2006"`},
		{"half an object", "objects: {Thing: {self: /a}}", "", "Thing needs attributes, self and an example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expect(t, top, c.page, c.want, c.err)
		})
	}
}

func ending(deprecated, sunset, instead string) string {
	return "paths: {/a: {get: {ends: {deprecated: " + deprecated + ", sunset: " + sunset + ", instead: '" + instead + "'}}}}"
}
