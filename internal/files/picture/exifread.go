package picture

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// Tags that are read; others are skipped.
const (
	tagGPS                                      = 0x8825 // where the directory of the place begins
	gpsNorthSouth, gpsLatitude                  = 1, 2
	gpsEastWest, gpsLongitude                   = 3, 4
	kindText, kindShort, kindLong, kindRational = 2, 3, 4, 5
	maxTags                                     = 1000
)

// tiff is EXIF data. Three of its directories are read, once each, so hostile data
// costs no more than its own size, whatever it points to.
type tiff struct {
	data  []byte
	order binary.ByteOrder
}

// fields are the values of a directory, by tag.
type fields struct {
	order binary.ByteOrder
	of    map[uint16]tag
}

// exifTags returns the directories of the picture, the camera and the place.
func exifTags(data []byte) (picture, camera, place fields) {
	data = bytes.TrimPrefix(data, []byte(exifPrefix))
	if len(data) < 8 {
		return
	}
	t := tiff{data: data}
	switch string(data[:4]) {
	case "II*\x00":
		t.order = binary.LittleEndian
	case "MM\x00*":
		t.order = binary.BigEndian
	default:
		return
	}
	picture = t.directory(t.order.Uint32(data[4:]))
	return picture, t.directory(picture.number(tagExif)), t.directory(picture.number(tagGPS))
}

// directory reads the tags at an offset, as far as they lie within the data.
func (t tiff) directory(at uint32) fields {
	found := fields{t.order, map[uint16]tag{}}
	if at < 8 || int64(at)+2 > int64(len(t.data)) {
		return found
	}
	rest := t.data[at+2:]
	for range min(maxTags, int(t.order.Uint16(t.data[at:])), len(rest)/12) {
		id, kind, count := t.order.Uint16(rest), t.order.Uint16(rest[2:]), t.order.Uint32(rest[4:])
		if value := t.value(kind, count, rest[8:12]); value != nil {
			found.of[id] = tag{id, kind, value}
		}
		rest = rest[12:]
	}
	return found
}

// value is what a tag holds: up to four bytes in itself, more where it points to.
func (t tiff) value(kind uint16, count uint32, own []byte) []byte {
	size := int64(count) * map[uint16]int64{kindText: 1, kindShort: 2, kindLong: 4, kindRational: 8}[kind]
	if size <= 4 {
		return own[:size]
	}
	at := int64(t.order.Uint32(own))
	if at+size > int64(len(t.data)) {
		return nil
	}
	return t.data[at : at+size]
}

// number is the value of a tag that holds one, else 0.
func (f fields) number(id uint16) uint32 {
	switch t := f.of[id]; {
	case t.kind == kindShort && len(t.value) >= 2:
		return uint32(f.order.Uint16(t.value))
	case t.kind == kindLong && len(t.value) >= 4:
		return f.order.Uint32(t.value)
	}
	return 0
}

func (f fields) text(id uint16) string {
	t := f.of[id]
	if t.kind != kindText || len(t.value) > 100 {
		return ""
	}
	return strings.TrimRight(string(t.value), "\x00 ")
}

// angle is the value of a tag that holds degrees, minutes and seconds, else NaN.
func (f fields) angle(id uint16) float64 {
	t := f.of[id]
	if t.kind != kindRational || len(t.value) < 24 {
		return math.NaN()
	}
	part := func(i int) float64 {
		return float64(f.order.Uint32(t.value[8*i:])) / float64(f.order.Uint32(t.value[8*i+4:]))
	}
	return part(0) + part(1)/60 + part(2)/3600
}
