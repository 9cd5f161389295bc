package apitest

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/portable"
)

// Forged is an archive with other lines and files, whose hashes are right: what somebody
// makes who knows how archives are written.
func Forged(t testing.TB, content []byte, change func(part string, line map[string]jsontext.Value), further ...[]byte) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		from, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	var out bytes.Buffer
	named := map[string]bool{}
	w := portable.NewWriter(&out)
	for _, p := range portable.Parts {
		if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == p.Path() }) {
			continue // the archive is of an older version
		}
		err := w.Part(p, func(add func([]any) error) error {
			for scan := bufio.NewScanner(bytes.NewReader(read(p.Path()))); scan.Scan(); {
				line := map[string]jsontext.Value{}
				if err := json.Unmarshal(scan.Bytes(), &line); err != nil {
					t.Fatal(err)
				}
				change(p.Name, line)
				named[strings.Trim(string(line["file"]), `"`)] = true
				values := make([]any, len(p.Members))
				for i, m := range p.Members {
					values[i] = line[m.Name]
				}
				if err := add(values); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		if hash, ok := strings.CutPrefix(f.Name, "files/"); ok {
			files[hash[3:]] = read(f.Name)
		}
	}
	for _, file := range further {
		sum := sha256.Sum256(file)
		files[hex.EncodeToString(sum[:])] = file
	}
	for _, hash := range slices.Sorted(maps.Keys(files)) {
		if !named[hash] {
			continue
		}
		if err := w.File(hash, bytes.NewReader(files[hash])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(portable.Account{Name: "x", UUID: "00000000-0000-4000-8000-000000000001"}, "forger", time.Now()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Nasty are values that members are given at random.
var Nasty = map[portable.Kind][]string{
	portable.Text:    {`""`, `" "`, LongText(300), LongText(6000), `"\u202e"`, `"=1+1"`, `"<script>"`, `"😀"`, `"USD"`, `"null"`, `"javascript:x"`, `"\ufffd"`},
	portable.Integer: {`0`, `-1`, `1`, `4611686018427387904`, `9223372036854775807`, `-9223372036854775808`, `999999999999999`, `1000000000000000`},
	portable.Number:  {`0`, `-180`, `181`, `1e308`, `1e-308`, `-1e400`, `90`},
	portable.Boolean: {`true`, `false`},
	portable.Day:     {`"0000-01-01"`, `"0001-01-01"`, `"9999-12-31"`, `"1900-02-28"`},
	portable.Time:    {`"0000-01-01T00:00:00.000000Z"`, `"0001-01-01T00:00:00.000000Z"`, `"9999-12-31T23:59:59.999999Z"`},
	portable.Options: {`[]`, `[""]`, `["a","a"]`, `[` + LongText(300) + `]`},
	portable.Hash:    {`"` + strings.Repeat("0", 64) + `"`},
}

// LongText is a JSON string of n characters.
func LongText(n int) string { return `"` + strings.Repeat("x", n) + `"` }
