package page

import (
	"encoding/base64"
	"encoding/binary"
	"slices"

	"vitrine/internal/fault"
)

// maxPacked is how many ids a form may carry.
const maxPacked = 100_000

// Packed encodes ids as a short text for a hidden field: the differences between them. Ten thousand
// take some 30 kB.
func Packed(ids []int64) string {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var steps []byte
	last := int64(0)
	for _, id := range ids {
		steps = binary.AppendUvarint(steps, uint64(id-last))
		last = id
	}
	return base64.RawURLEncoding.EncodeToString(steps)
}

// Unpacked are the ids of a field, in their order. An invalid text is an error.
func Unpacked(v *Visit, name string) ([]int64, error) {
	var wrong fault.Invalid
	wrong.Addf(name, "The selected %s is invalid.")
	steps, err := base64.RawURLEncoding.DecodeString(v.Text(name))
	if err != nil {
		return nil, wrong.Err()
	}
	ids, last := []int64{}, int64(0)
	for len(steps) > 0 {
		step, n := binary.Uvarint(steps)
		next := last + int64(step)
		if n <= 0 || next <= last || len(ids) == maxPacked {
			return nil, wrong.Err()
		}
		steps, last = steps[n:], next
		ids = append(ids, next)
	}
	return ids, nil
}
