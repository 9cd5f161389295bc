package picture

import (
	"bytes"
	"time"
)

// Metadata is the part of a camera's notes that we use.
type Metadata struct {
	Orientation int
	TakenAt     *time.Time
	Place       *Place

	date, offset string // as a camera writes them
}

// Place is where a picture was taken.
type Place struct{ Latitude, Longitude float64 }

// ReadMetadata reads EXIF data, and ignores what it cannot read.
func ReadMetadata(kind string, content []byte) Metadata {
	picture, camera, place := exifTags(exifData(kind, content))
	m := Metadata{Orientation: 1, Place: where(place)}
	if o := picture.number(tagOrientation); o >= 1 && o <= 8 {
		m.Orientation = int(o)
	}
	m.take(camera.text(tagDate), camera.text(tagOffset))
	return m
}

// exifData finds EXIF data in a picture.
func exifData(kind string, content []byte) []byte {
	switch kind {
	case "image/jpeg":
		return jpegEXIFData(content)
	case "image/png":
		return pngChunk(content, "eXIf")
	case "image/webp":
		return webpEXIFData(content)
	case "image/heic", "image/avif":
		return heifEXIFData(content)
	}
	return nil
}

// heifEXIFData searches for the eight bytes that EXIF data begins with, which hardly occur by chance,
// instead of following the boxes.
func heifEXIFData(content []byte) []byte {
	for _, begin := range []string{"MM\x00*\x00\x00\x00\x08", "II*\x00\x08\x00\x00\x00"} {
		if i := bytes.Index(content, []byte(begin)); i >= 0 {
			return content[i:]
		}
	}
	return nil
}

const (
	exifTime   = "2006:01:02 15:04:05"
	exifOffset = "-07:00"
)

// take notes when the picture was taken. Without an offset the date counts as UTC.
func (m *Metadata) take(date, offset string) {
	at, err := time.Parse(exifTime+exifOffset, date+offset)
	if err == nil {
		m.offset = at.Format(exifOffset)
	} else if at, err = time.Parse(exifTime, date); err != nil {
		return
	}
	if at.Year() < 1800 {
		m.offset = ""
		return
	}
	m.date = at.Format(exifTime)
	at = at.UTC().Truncate(time.Second)
	m.TakenAt = &at
}

// where is the place of a picture. Cameras without a signal write zeros.
func where(f fields) *Place {
	p := Place{f.angle(gpsLatitude), f.angle(gpsLongitude)}
	if !(p.Latitude <= 90 && p.Longitude <= 180) || p == (Place{}) { // NaN is no place either
		return nil
	}
	if f.text(gpsNorthSouth) == "S" {
		p.Latitude = -p.Latitude
	}
	if f.text(gpsEastWest) == "W" {
		p.Longitude = -p.Longitude
	}
	return &p
}
