package main

import yaml "github.com/oasdiff/yaml3"

// Media types of bodies that are not JSON.
const (
	formData = "multipart/form-data"
	octets   = "application/octet-stream"
)

// fileHeaders are those of every answer with bytes.
var fileHeaders = [][2]string{
	{"X-Request-Id", "RequestId"}, {"Cache-Control", "FileCache"}, {"ETag", "FileETag"}, {"Accept-Ranges", "AcceptRanges"}, {"Content-Disposition", "ContentDisposition"},
	{"Content-Security-Policy", "Sandbox"}, {"X-RateLimit-Limit", "RateLimit"}, {"X-RateLimit-Remaining", "RateRemaining"}, {"X-RateLimit-Reset", "RateReset"},
}

// deriveBytes writes the answers of an operation that sends a file: whole, in part,
// or not again. The page lists the media types.
func deriveBytes(o *yaml.Node) {
	kinds := member(o, "bytes")
	if kinds == nil {
		return
	}
	whole, part := mapping(), mapping()
	for _, kind := range kinds.Content {
		set(whole, kind.Value, mapping(text("schema"), mustParse("{type: string, format: binary}")))
		set(part, kind.Value, mapping(text("schema"), mustParse("{type: string, format: binary}")))
	}
	set(part, "multipart/byteranges", mapping(text("schema"), mustParse("{type: string, format: binary}")))
	headers := func(more ...[2]string) *yaml.Node {
		all := mapping()
		for _, h := range append(fileHeaders[:len(fileHeaders):len(fileHeaders)], more...) {
			set(all, h[0], ref("headers", h[1]))
		}
		return all
	}
	about := text("The bytes.")
	if given := member(o, "answer"); given != nil {
		about = given
	}
	answers := mapping(
		quoted("200"), mapping(text("description"), about, text("headers"), headers(), text("content"), whole),
		quoted("206"), mapping(text("description"), text("The part that `Range` asks for."), text("headers"), headers([2]string{"Content-Range", "ContentRange"}), text("content"), part),
		quoted("304"), ref("responses", "SameBytes"),
		quoted("412"), ref("responses", "OtherBytes"),
		quoted("416"), ref("responses", "NoSuchRange"))
	if own := member(o, "responses"); own != nil {
		answers.Content = append(answers.Content, own.Content...)
	}
	remove(o, "bytes")
	remove(o, "answer")
	set(o, "responses", answers)
	for _, name := range []string{"Range", "IfRange", "IfNoneMatch"} {
		addParameter(o, name)
	}
}

// downloadHeaders are those of a file that is made for a request.
var downloadHeaders = [][2]string{
	{"X-Request-Id", "RequestId"}, {"Cache-Control", "NoStore"}, {"Content-Disposition", "ContentDisposition"},
	{"Content-Security-Policy", "Sandbox"}, {"X-RateLimit-Limit", "RateLimit"}, {"X-RateLimit-Remaining", "RateRemaining"}, {"X-RateLimit-Reset", "RateReset"},
}

// deriveDownload writes the answer of an operation that makes a file: always whole, and
// another one the next time. The page lists the media types, and names the schema of json.
func deriveDownload(o *yaml.Node) {
	kinds := member(o, "download")
	if kinds == nil {
		return
	}
	content, headers := mapping(), mapping()
	for _, kind := range kinds.Content {
		schema := mustParse("{type: string, format: binary}")
		if kind.Value == "application/json" {
			schema = ref("schemas", member(o, "json").Value)
		}
		set(content, kind.Value, mapping(text("schema"), schema))
	}
	for _, h := range downloadHeaders {
		set(headers, h[0], ref("headers", h[1]))
	}
	answers := mapping(quoted("200"), mapping(text("description"), member(o, "answer"), text("headers"), headers, text("content"), content))
	if own := member(o, "responses"); own != nil {
		answers.Content = append(answers.Content, own.Content...)
	}
	for _, short := range []string{"download", "json", "answer"} {
		remove(o, short)
	}
	set(o, "responses", answers)
}
