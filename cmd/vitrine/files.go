package main

import (
	"fmt"
	"os"

	"vitrine/internal/config"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/typeset"
)

// openFonts reads the fonts of labels: those in the binary, and those of VITRINE_FONTS.
func openFonts(c config.Config) (*typeset.Fonts, error) {
	if c.Fonts == "" {
		return typeset.Plain(), nil
	}
	fonts, err := typeset.With(os.DirFS(c.Fonts))
	if err != nil {
		return nil, fmt.Errorf("VITRINE_FONTS: %w", err)
	}
	return fonts, nil
}

// examineFonts says whether labels and packs have the letters of all languages of the pages.
func examineFonts(c config.Config) (found admin.Finding, wrong bool) {
	fonts, err := openFonts(c)
	switch {
	case err != nil:
		return admin.Finding{What: "the fonts of labels cannot be used: " + err.Error(), Advice: "serve and worker do not start with them; see Fonts of labels, in docs/operating.md"}, true
	case fonts.Lacks("日本語 漢字 汉字"):
		return admin.Finding{What: "labels and packs print boxes for Chinese and Japanese letters", Advice: "if anybody needs these, put Noto Sans JP or SC (*.ttf) of Google Fonts into a directory, and name it in VITRINE_FONTS"}, false
	}
	return admin.Finding{What: "labels and packs have Chinese and Japanese letters"}, false
}
