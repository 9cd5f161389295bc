// Package assets holds the files that pages load: style, scripts, icons and fonts. Names contain a
// hash of the content, so that browsers may cache them for good.
package assets

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"vitrine/internal/httpserver"
	"vitrine/internal/subpath"
)

//go:embed css/*.css js/*.js js/own/*.js icons.svg mark.svg fonts/*.woff2 scan/zxing.* wall/*.svg app/*
var source embed.FS

const prefix = "/assets/"

// kinds are the content types by ending.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".png": "image/png", ".wasm": "application/wasm"}

// assets are the files by name; paths are their addresses.
var assets, paths = load()

func load() (map[string][]byte, map[string]string) {
	files, addresses := map[string][]byte{}, map[string]string{}
	add := func(name string, content []byte) {
		sum := sha256.Sum256(content)
		ending := path.Ext(name)
		files[name] = content
		addresses[name] = prefix + strings.TrimSuffix(name, ending) + "." + base64.RawURLEncoding.EncodeToString(sum[:9]) + ending
	}
	for _, dir := range []string{"app", "fonts", "js", "wall"} {
		for _, name := range named(dir) {
			add(path.Base(name), read(name))
		}
	}
	add("icons.svg", read("icons.svg"))
	add("mark.svg", read("mark.svg"))
	add("zxing.js", slices.Concat(read("scan/zxing.js"), []byte("\nexport default ZXingWASM;\n"))) // a module: pages load it by import()
	add("zxing.wasm.gz", read("scan/zxing.wasm.gz"))
	var script bytes.Buffer
	for _, name := range named("js/own") { // optional: every page works without scripts
		fmt.Fprintf(&script, "{\n%s}\n", read(name)) // a block keeps the names of each file apart
	}
	add("app.js", script.Bytes())
	var style bytes.Buffer
	for _, name := range named("css") {
		style.Write(read(name))
	}
	sheet := style.String()
	for name, address := range addresses { // the fonts, beside it under any path
		sheet = strings.ReplaceAll(sheet, prefix+name, path.Base(address))
	}
	add("app.css", []byte(sheet))
	return files, addresses
}

func named(dir string) (names []string) {
	found, err := fs.Glob(source, dir+"/*.*")
	if err != nil {
		panic(err) // the pattern is constant
	}
	slices.Sort(found)
	return found
}

func read(name string) []byte {
	content, err := source.ReadFile(name)
	if err != nil {
		panic(err) // it is in the binary
	}
	return content
}

// Path is the address of a file, such as app.css.
func Path(name string) string {
	address, ok := paths[name]
	if !ok {
		panic("assets: there is no " + name)
	}
	return address
}

// Mount serves the files.
func Mount(mux *http.ServeMux, under subpath.Path) {
	mountApp(mux, under)
	for name, content := range assets {
		static := httpserver.NewStatic(kinds[path.Ext(name)], "default-src 'none'", content)
		if plain, packed := strings.CutSuffix(name, ".gz"); packed {
			static = httpserver.NewPacked(kinds[path.Ext(plain)], "default-src 'none'", content)
		}
		mux.HandleFunc("GET "+paths[name], func(w http.ResponseWriter, r *http.Request) {
			static.ServeHTTP(immutable{w}, r)
		})
	}
}

// immutable lets browsers cache an answer for good.
type immutable struct{ http.ResponseWriter }

func (w immutable) WriteHeader(status int) {
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.ResponseWriter.WriteHeader(status)
}

func (w immutable) Unwrap() http.ResponseWriter { return w.ResponseWriter }
