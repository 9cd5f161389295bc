package apitest

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/png"
	"mime/multipart"
	"strings"
	"testing"
)

// Picture is a small PNG unlike any other. All have the same size.
func Picture() []byte {
	drawn := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	_, _ = rand.Read(drawn.Pix) // it never fails
	for i := 3; i < len(drawn.Pix); i += 4 {
		drawn.Pix[i] = 255
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&out, drawn); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Sum is the SHA-256 of bytes in hex.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Upload sends bytes under their hash.
func (u *Person) Upload(t testing.TB, content []byte) Response {
	t.Helper()
	return u.Send(t, "PUT", "/api/files/"+Sum(content), string(content), "Content-Type", "application/octet-stream")
}

// Form is a body of multipart/form-data with a file, if it has a name, and fields.
// Headers are those of a request.
func Form(t testing.TB, filename string, content []byte, fields M) (body string, headers []string) {
	t.Helper()
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	for name, value := range fields {
		if err := form.WriteField(name, value.(string)); err != nil {
			t.Fatal(err)
		}
	}
	if filename != "" {
		part, err := form.CreateFormFile("file", filename)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(content) // to memory
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), []string{"Content-Type", form.FormDataContentType()}
}

// SendForm posts a form with a file.
func (u *Person) SendForm(t testing.TB, path, filename string, content []byte, fields M, headers ...string) Response {
	t.Helper()
	body, kind := Form(t, filename, content, fields)
	return u.Send(t, "POST", path, body, append(kind, headers...)...)
}

// readForm is a form as the members that the document describes. Files are texts.
func readForm(sent, boundary string) (M, error) {
	form, err := multipart.NewReader(strings.NewReader(sent), boundary).ReadForm(1 << 20)
	if err != nil {
		return nil, err
	}
	defer func() { _ = form.RemoveAll() }() // of temporary files
	members := M{}
	for name, values := range form.Value {
		members[name] = values[0]
	}
	for name := range form.File {
		members[name] = "file"
	}
	return members, nil
}
