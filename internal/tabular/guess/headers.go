package guess

import (
	"embed"
	"strings"
	"sync"

	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/profile"
)

//go:embed headers/*.txt
var source embed.FS

// headers maps folded names of columns to import columns. Each file is a language, with lines of a
// column, a colon and its names.
var headers = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, c := range own.Columns {
		if c.Imported {
			all[profile.Fold(c.Key)] = c.Key
		}
	}
	files, err := source.ReadDir("headers")
	for _, f := range files {
		var content []byte
		if content, err = source.ReadFile("headers/" + f.Name()); err != nil {
			break
		}
		for line := range strings.Lines(string(content)) {
			key, names, _ := strings.Cut(line, ":")
			for name := range strings.SplitSeq(names, ",") {
				if name = profile.Fold(name); name != "" {
					if _, known := all[name]; !known {
						all[name] = key
					}
				}
			}
		}
	}
	if err != nil {
		panic("guess: " + err.Error()) // a test reads them all
	}
	return all
})

// Words in headers of photos and of ratings, folded.
var (
	photoWords  = []string{"photo", "image", "picture", "cover", "bild", "foto", "imagen", "imagem", "thumbnail", "图片", "照片", "封面", "画像", "写真", "表紙"}
	ratingWords = []string{"rating", "stars", "sterne", "bewertung", "evaluation", "etoiles", "calificacion", "valoracion", "puntuacion", "estrellas", "avaliacao", "estrelas", "评分", "星级", "評価"}
)
