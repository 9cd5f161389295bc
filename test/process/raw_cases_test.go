package process

import (
	"fmt"
	"strings"
	"time"
)

// hidden is the id of a request visible only to a server that misjudges where
// another one ends.
const hidden = "hidden"

const hiddenRequest = "GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: " + hidden + "\r\n\r\n"

func rawCases(token string) []rawCase {
	all := append(lines(), headers()...)
	all = append(all, smuggled(token)...)
	all = append(all, halves(token)...)
	return append(all, pipelines(token)...)
}

func named(prefix string, n int, said string, answers ...int) rawCase {
	return rawCase{name: fmt.Sprint(prefix, " ", n), said: said, answers: answers}
}

// lines are invalid request lines.
func lines() []rawCase {
	var all []rawCase
	for n, line := range []string{
		"", " ", "\x00", "GET", "GET ", "GET /livez", "GET /livez HTTP", "GET /livez HTTP/", "GET /livez HTTP/1", "GET /livez HTTP/1.", "GET /livez HTTP/1.1.1", "GET /livez HTTP/0.9", "GET /livez HTTP/2.0", "GET /livez HTTP/9.9", "GET /livez HTTP/1.2", "GET /livez http/1.1", "GET /livez HTTP/1.1 x",
		"GET  /livez HTTP/1.1", " GET /livez HTTP/1.1", "GET\t/livez\tHTTP/1.1", "GET /li vez HTTP/1.1", "GET livez HTTP/1.1", "GET * HTTP/1.1", "GET http://evil.example/livez HTTP/1.1", "GET //evil.example/livez HTTP/1.1", "GET http:///livez HTTP/1.1", "GET javascript:1 HTTP/1.1", "CONNECT evil.example:443 HTTP/1.1",
		"CONNECT /livez HTTP/1.1", "GET /%zz HTTP/1.1", "GET /% HTTP/1.1", "GET /\x00 HTTP/1.1", "GET /\xff HTTP/1.1", "GET /é HTTP/1.1", "GET /..%2f..%2fetc/passwd HTTP/1.1", "GET /../../etc/passwd HTTP/1.1", "GET /livez#x HTTP/1.1", "GET /livez?%zz HTTP/1.1", "GET /api/locations?a=\x7f HTTP/1.1", "G\x00T /livez HTTP/1.1", "GÉT /livez HTTP/1.1", "(GET) /livez HTTP/1.1",
		"PRI * HTTP/2.0", "GET /" + strings.Repeat("x", 20_000) + " HTTP/1.1", "GET /" + strings.Repeat("x", 100_000) + " HTTP/1.1", strings.Repeat("X", 5000) + " / HTTP/1.1", "GET /" + strings.Repeat("../", 5000) + " HTTP/1.1", "EHLO example.org", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "SSH-2.0-x", "{}", "HTTP/1.1 200 OK",
	} {
		all = append(all, named("line", n, line+"\r\nHost: x\r\n\r\n"))
	}
	return append(all, named("empty lines", 1, "\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n"), named("nothing", 1, ""),
		named("good", 1, "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", 200), named("good", 2, "GET /livez HTTP/1.0\r\n\r\n", 200), named("options of everything", 1, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 404))
}

// headers are invalid headers.
func headers() []rawCase {
	var all []rawCase
	for n, h := range []string{
		"X", ": x", " X: y", "X : y", "X\t: y", "X Y: z", "X: y\x00z", "X: \x01", "X: \x7f", "X: a\rb", "X\x00: y", "É: x", "X: y\r\n z", "X: y\r\n\tz", "(X): y", "X;: y", "\"X\": y", "X: " + strings.Repeat("y", 20_000), "Expect: 200-ok", "Expect: 100-continue", "Connection: close, keep-alive", "Connection: Upgrade\r\nUpgrade: websocket",
		"Connection: Host", "Content-Length: x", "Content-Length: -1", "Content-Length: +1", "Content-Length: 0x1", "Content-Length: 1 1", "Content-Length: 99999999999999999999", "Content-Length: ", "Transfer-Encoding: gzip", "Transfer-Encoding: ", "Transfer-Encoding: \x0bchunked", "Trailer: Content-Length", "TE: trailers, deflate;q=0.5",
	} {
		all = append(all, named("header", n, "GET /livez HTTP/1.1\r\nHost: x\r\n"+h+"\r\n\r\n"))
	}
	for n, host := range []string{"", "Host: x\r\nHost: y\r\n", "Host: x y\r\n", "Host: x/y\r\n", "Host: \x00\r\n", "Host: é\r\n", "Host: <x>\r\n", "Host: x:y:z\r\n", "Host:\r\n", "Host: user@x\r\n"} {
		all = append(all, named("host", n, "GET /livez HTTP/1.1\r\n"+host+"\r\n"))
	}
	many := func(n int) string { return strings.Repeat("X: y\r\n", n) }
	return append(all,
		named("many headers", 500, "GET /livez HTTP/1.1\r\nHost: x\r\n"+many(500)+"\r\n", 200), named("many headers", 100_000, "GET /livez HTTP/1.1\r\nHost: x\r\n"+many(100_000)+"\r\n"),
		named("a large header", 1, "GET /livez HTTP/1.1\r\nHost: x\r\nX: "+strings.Repeat("y", 1<<20)+"\r\n\r\n"), named("bare line feeds", 1, "GET /livez HTTP/1.1\nHost: x\n\n"), named("carriage returns", 1, "GET /livez HTTP/1.1\rHost: x\r\r"))
}

// smuggled are requests with an ambiguous end: each way to write the length, with
// two bodies that hide another request.
func smuggled(token string) []rawCase {
	const chunked = "Transfer-Encoding: chunked\r\n"
	inner := fmt.Sprintf("Content-Length: %d\r\n", len(hiddenRequest))
	var all []rawCase
	for n, framing := range []string{
		"Content-Length: 5\r\nContent-Length: 0\r\n", inner + "Content-Length: 0\r\n", "Content-Length: 0, 5\r\n", "Content-Length: 5, 5\r\n", "Content-Length: 0\r\nContent-Length:\r\n", "Content-Length: 0 \r\n5\r\n", "Content-Length : 0\r\n", "Content-Length\x00: 0\r\n", "Content-Length: 0\x00\r\n",
		"Content-Length: 00005\x0b\r\n", "Content_Length: 5\r\nContent-Length: 0e1\r\n", "Content-Length: 1e1\r\n", "Content-Length: ５\r\n", "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding : chunked\r\n", "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: identity, chunked\r\n", "Transfer-Encoding: chunked, chunked\r\n",
		"Transfer-Encoding: \"chunked\"\r\n", "Transfer-Encoding: chunked;q=1\r\n", "Transfer-Encoding: chunk\r\n ed\r\n", "Content-Length: 5\r\n" + chunked, chunked + "Content-Length: 0\r\n", inner + chunked, "Transfer-Encoding: identity\r\n" + chunked, chunked + "Transfer-Encoding: identity\r\n", chunked + chunked, "X: y\n" + chunked + "Y: z\rTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\x00\r\n", "Transfer-Encoding: CHUNKED\x0b\r\n",
	} {
		head := "POST /api/locations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\n" + framing + "\r\n"
		for m, body := range []string{hiddenRequest, "5\r\n{\"a\":\r\n0\r\n\r\n" + hiddenRequest} {
			all = append(all, named(fmt.Sprint("length ", n, " body"), m, head+body))
		}
	}
	for n, body := range []string{
		"-1\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n", "5;x=\x00\r\nhello\r\n0\r\n\r\n", "5\nhello\n0\n\n", "ffffffffffffffffff\r\nx", "7fffffffffffffff\r\nx", "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhell", "5\r\n", "g\r\n", "\r\n0\r\n\r\n", "0\r\nContent-Length: 5\r\n\r\n", "5;" + strings.Repeat("x", 20_000) + "\r\nhello\r\n0\r\n\r\n",
		strings.Repeat("1\r\n{\r\n", 2000) + "0\r\n\r\n", "0\r\n" + strings.Repeat("X: y\r\n", 20_000) + "\r\n", "10\r\n{\"name\":\"Shelf\"}\r\n0\r\n\r\n", "0", "0\r\n", "0\r\n\r",
	} {
		all = append(all, named("chunks", n, "POST /api/locations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+token+"\r\n"+chunked+"\r\n"+body))
	}
	return all
}

// halves cut a valid request at every few letters. One stays silent until the
// server times out.
func halves(token string) []rawCase {
	body := `{"name":"Shelf"}`
	good := fmt.Sprintf("POST /api/locations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	all := []rawCase{named("whole", 1, good, 201), named("too short", 1, strings.Replace(good, "Content-Length: 16", "Content-Length: 1600000", 1)),
		{name: "silence", said: good[:40], stays: true, within: 8 * time.Second}}
	for at := 1; at < len(good); at += 8 {
		all = append(all, named("half", at, good[:at]))
	}
	return all
}

// pipelines are several requests at once, answered in order; nothing after a bad
// one is read.
func pipelines(token string) []rawCase {
	get := "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
	other := "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"
	who := "GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\n\r\n"
	bad := "GET /livez HTTP/1.1\r\nbad\r\n\r\n"
	last := "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	post := "POST /api/locations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\nContent-Length: 1\r\n\r\n{"
	twenty := make([]int, 20)
	for i := range twenty {
		twenty[i] = 200
	}
	return []rawCase{
		named("pipeline", 1, get+other+get, 200, 404, 200), named("pipeline", 2, strings.Repeat(get, 20), twenty...), named("pipeline", 3, get+who+other, 200, 200, 404), named("pipeline", 4, get+bad+hiddenRequest, 200, 400),
		named("pipeline", 5, get+last+hiddenRequest, 200, 200), named("pipeline", 6, post+get, 422, 200), named("pipeline", 7, post+post+who, 422, 422, 200), named("pipeline", 8, bad+hiddenRequest, 400), named("pipeline", 9, strings.Replace(get, "GET", "HEAD", 1)),
	}
}
