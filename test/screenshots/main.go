// Command screenshots takes pictures of the pages, filled with the demo: wide in light
// and dark, narrow, in German and in Japanese. Those that docs show go to docs/images,
// all of them to the folder that -out names.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/jpeg"
	"image/png"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	binary := flag.String("vitrine", "bin/vitrine", "the `binary` to look at")
	out := flag.String("out", "bin/screenshots", "the `folder` of all pictures")
	docs := flag.String("docs", "docs/images", "the `folder` of those that docs show")
	items := flag.Int("items", 600, "items of the demo")
	flag.Parse()
	if err := run(ctx, *binary, *out, *docs, *items); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, binary, out, docs string, items int) error {
	s, err := start(ctx, binary, items)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	b, err := open(ctx, s.base)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.signIn(); err != nil {
		return err
	}
	for _, locale := range []string{"de_DE", "ja_JP", "en"} { // ends in English
		if err := b.speak(locale); err != nil {
			return err
		}
		for _, p := range pages {
			for _, l := range looks {
				if locale != "en" && (!p.translated || l.scheme == "dark") {
					continue
				}
				name := p.name + "-" + l.name
				if locale != "en" {
					name += "-" + locale[:2]
				}
				content, err := b.picture(p, l)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if err := os.WriteFile(filepath.Join(out, name+".png"), content, 0o644); err != nil {
					return err
				}
				if slices.Contains(shown, name) {
					if err := writeJPEG(filepath.Join(docs, name+".jpg"), content); err != nil {
						return err
					}
				}
			}
			fmt.Println(locale, p.name)
		}
	}
	return nil
}

// writeJPEG keeps the repository small.
func writeJPEG(name string, content []byte) error {
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return err
	}
	var small bytes.Buffer
	if err := jpeg.Encode(&small, picture, &jpeg.Options{Quality: 82}); err != nil {
		return err
	}
	return os.WriteFile(name, small.Bytes(), 0o644)
}
