package picture

import "encoding/binary"

// The tags of EXIF data that survive.
const (
	tagOrientation = 0x0112
	tagExif        = 0x8769 // where the directory of the camera begins
	tagDate        = 0x9003
	tagOffset      = 0x9011
)

type tag struct {
	id, kind uint16
	value    []byte
}

// exif writes orientation and date as EXIF data; nil if there is nothing to say.
func (m Metadata) exif() []byte {
	if m.Orientation <= 1 && m.date == "" {
		return nil
	}
	first := []tag{{tagOrientation, 3, binary.BigEndian.AppendUint16(nil, uint16(max(1, m.Orientation)))}}
	if m.date == "" {
		return append([]byte("MM\x00*\x00\x00\x00\x08"), directory(8, first)...)
	}
	camera := []tag{{tagDate, 2, append([]byte(m.date), 0)}}
	if m.offset != "" {
		camera = append(camera, tag{tagOffset, 2, append([]byte(m.offset), 0)})
	}
	const second = 8 + 2 + 2*12 + 4
	first = append(first, tag{tagExif, 4, binary.BigEndian.AppendUint32(nil, second)})
	all := append([]byte("MM\x00*\x00\x00\x00\x08"), directory(8, first)...)
	return append(all, directory(second, camera)...)
}

// directory writes tags, in ascending order, as the directory that lies at an offset.
// Values of more than four bytes follow it.
func directory(at int, tags []tag) []byte {
	var long []byte
	all := binary.BigEndian.AppendUint16(nil, uint16(len(tags)))
	for _, t := range tags {
		all = binary.BigEndian.AppendUint16(all, t.id)
		all = binary.BigEndian.AppendUint16(all, t.kind)
		count := map[uint16]int{2: len(t.value), 3: len(t.value) / 2, 4: len(t.value) / 4}[t.kind]
		all = binary.BigEndian.AppendUint32(all, uint32(count))
		if len(t.value) <= 4 {
			all = append(all, append(t.value, make([]byte, 4-len(t.value))...)...)
			continue
		}
		all = binary.BigEndian.AppendUint32(all, uint32(at+2+12*len(tags)+4+len(long)))
		long = append(long, t.value...)
		if len(long)%2 == 1 {
			long = append(long, 0)
		}
	}
	return append(append(all, 0, 0, 0, 0), long...)
}
