package hostile

import (
	"encoding/binary"
	"slices"
)

// Order is a byte order of EXIF data.
type Order interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// Tag is a value of EXIF data, in the byte order of the whole.
type Tag struct {
	ID, Kind uint16
	Value    []byte
}

// Directories are the parts of EXIF data: what describes the picture, the camera,
// the place and the thumbnail.
type Directories struct{ Picture, Camera, Place, Thumbnail []Tag }

var sizes = map[uint16]int{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}

// TIFF lays out EXIF data.
func TIFF(order Order, d Directories) []byte {
	var camera, place, thumbnail int
	layout := func() []byte {
		first := slices.Clone(d.Picture)
		first = append(first, Tag{0x8769, 4, order.AppendUint32(nil, uint32(camera))}, Tag{0x8825, 4, order.AppendUint32(nil, uint32(place))})
		all := directory(order, header(order), first, thumbnail)
		camera = len(all)
		all = directory(order, all, d.Camera, 0)
		place = len(all)
		all = directory(order, all, d.Place, 0)
		thumbnail = len(all)
		return directory(order, all, d.Thumbnail, 0)
	}
	layout() // finds out where everything lies
	return layout()
}

func header(order Order) []byte {
	name := "II"
	if order.Uint16([]byte{0, 1}) == 1 {
		name = "MM"
	}
	return order.AppendUint32(order.AppendUint16([]byte(name), 42), 8)
}

// directory appends tags, and where the next directory lies.
func directory(order Order, to []byte, tags []Tag, next int) []byte {
	var long []byte
	behind := len(to) + 2 + 12*len(tags) + 4
	to = order.AppendUint16(to, uint16(len(tags)))
	for _, t := range tags {
		to = order.AppendUint16(order.AppendUint16(to, t.ID), t.Kind)
		to = order.AppendUint32(to, uint32(len(t.Value)/sizes[t.Kind]))
		if len(t.Value) <= 4 {
			to = append(append(to, t.Value...), make([]byte, 4-len(t.Value))...)
			continue
		}
		to = order.AppendUint32(to, uint32(behind+len(long)))
		long = append(long, t.Value...)
	}
	return append(order.AppendUint32(to, uint32(next)), long...)
}

// Angle is degrees, minutes and seconds.
func Angle(order Order, degrees, minutes, seconds uint32) (value []byte) {
	for _, n := range []uint32{degrees, minutes, seconds} {
		value = order.AppendUint32(order.AppendUint32(value, n), 1)
	}
	return value
}
