package typeset

import "codeberg.org/go-pdf/fpdf"

// Points are those of a millimetre.
const Points = 72 / 25.4

// A4 and USLetter are sheets of paper, in millimetres.
var A4, USLetter = [2]float64{210, 297}, [2]float64{215.9, 279.4}

// Document is a PDF. Lengths are in millimetres, the sizes of letters in points.
type Document struct {
	*fpdf.Fpdf
	fonts *Fonts
	known map[rune]Letter
	size  [2]float64

	Missing int // letters that were written as boxes
}

// Document is an empty PDF with pages of a size.
func (f *Fonts) Document(page [2]float64) *Document {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: page[0], Ht: page[1]}})
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	for _, f := range f.all {
		pdf.AddUTF8FontFromBytes(f.name, "", f.data)
	}
	return &Document{Fpdf: pdf, fonts: f, known: map[rune]Letter{}, size: page}
}
