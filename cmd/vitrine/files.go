package main

import (
	"fmt"
	"os"

	"vitrine/internal/config"
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
