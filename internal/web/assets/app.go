package assets

import (
	"encoding/json"
	"net/http"

	"vitrine/internal/httpserver"
	"vitrine/internal/subpath"
)

//go:generate go run ./icon

// icon is a picture of an installed app.
type icon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// manifest lets phones install the pages as an app.
func manifest(under subpath.Path) []byte {
	content, err := json.Marshal(map[string]any{
		"id": under.Join("/"), "name": "Vitrine", "short_name": "Vitrine", "start_url": under.Join("/"), "scope": under.Join("/"), "display": "standalone",
		"background_color": "#f5f6f4", "theme_color": "#0d6650",
		"icons": []icon{
			{under.Join(Path("icon-192.png")), "192x192", "image/png", "any"}, {under.Join(Path("icon-512.png")), "512x512", "image/png", "any"},
			{under.Join(Path("maskable-512.png")), "512x512", "image/png", "maskable"}},
		"share_target": map[string]any{"action": under.Join("/share"), "method": "POST", "enctype": "multipart/form-data",
			"params": map[string]any{"title": "name", "files": []map[string]any{{"name": "photos", "accept": []string{"image/*"}}}}},
	})
	if err != nil {
		panic(err) // it is constant
	}
	return content
}

// mountApp serves files that browsers expect under a fixed name, and revalidate.
func mountApp(mux *http.ServeMux, under subpath.Path) {
	mux.Handle("GET /manifest.webmanifest", httpserver.NewStatic("application/manifest+json", "default-src 'none'", manifest(under)))
	mux.Handle("GET /sw.js", httpserver.NewStatic(kinds[".js"], "default-src 'none'; connect-src 'self'", read("app/sw.js")))
}
