package api

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files/hostile"
)

// fromCamera is a picture that tells when and where it was taken.
func fromCamera() []byte {
	order := binary.BigEndian
	text := func(id uint16, s string) hostile.Tag { return hostile.Tag{ID: id, Kind: 2, Value: []byte(s + "\x00")} }
	return hostile.InEXIF("jpeg", hostile.Sample("jpeg"), hostile.TIFF(order, hostile.Directories{
		Picture: []hostile.Tag{{ID: 0x112, Kind: 3, Value: order.AppendUint16(nil, 6)}, text(0x13b, "An artist")},
		Camera:  []hostile.Tag{text(0x9003, "2024:05:06 07:08:09")},
		Place:   []hostile.Tag{text(1, "N"), {ID: 2, Kind: 5, Value: hostile.Angle(order, 50, 51, 0)}, text(3, "E"), {ID: 4, Kind: 5, Value: hostile.Angle(order, 4, 21, 0)}},
	}))
}

// A camera's date stays, its place only if the account keeps places; then the bytes
// are as sent.
func TestPlacesAreRemovedUnlessKept(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	sent := fromCamera()
	for _, c := range []struct {
		setting string
		place   any
		whole   bool
	}{{"strip", nil, false}, {"keep", M{"latitude": 50.85, "longitude": 4.35}, true}} {
		apitest.Scalar[int64](t, w.Harness, `update accounts set photo_place = $2 where id = (select account_id from users where email = $1) returning id`, w.Email, c.setting)
		made := w.SendForm(t, photos, "a.jpg", sent, nil).Want(t, http.StatusCreated)
		shown := made.Attributes(t)
		same(t, c.setting, []any{shown["place"], shown["taken_at"], shown["width"], shown["height"], shown["sha256"]}, []any{c.place, 1714979289, 48, 64, apitest.Sum(sent)})
		got := w.Send(t, "GET", photos+"/"+made.ID(t)+"/file", nil).Want(t, http.StatusOK).Content
		if bytes.Equal(got, sent) != c.whole || bytes.Contains(got, []byte("An artist")) != c.whole {
			t.Errorf("%s: %d of %d bytes come back", c.setting, len(got), len(sent))
		}
		same(t, c.setting+" size", shown["size"], len(got))
		small := w.Send(t, "GET", photos+"/"+made.ID(t)+"/file?size=thumb", nil).Want(t, http.StatusOK)
		if bytes.Contains(small.Content, []byte("Exif")) || bytes.Contains(small.Content, []byte("An artist")) {
			t.Errorf("%s: the thumbnail tells more than the picture", c.setting)
		}
		w.Send(t, "DELETE", photos+"/"+made.ID(t), nil).Want(t, http.StatusNoContent)
	}
}
