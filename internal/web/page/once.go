package page

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
)

// onceField is the field of a form that makes it take effect once, however often it is sent.
const onceField = "once"

// twinWait is how long a form waits for the same form that was sent before it.
const twinWait = 5 * time.Second

// Once handles a form. If it was sent before, it leads to where that led.
func (v *Visit) Once(handle func() error) error {
	key, ok := onceKey(v)
	if !ok {
		return handle()
	}
	led, to, err := claimed(v, key)
	switch {
	case err != nil:
		return err
	case led == 0:
		return settle(v, key, handle())
	case led == http.StatusSeeOther:
		return v.Redirect(to)
	}
	v.Reply = &Reply{Status: http.StatusNoContent} // a part of a page, which the first answer has changed
	return nil
}

// OnceEach handles the file of a form that was received last. If it was sent before with the same
// form, nothing happens.
func OnceEach(v *Visit, handle func() error) error {
	key, ok := onceKey(v)
	if !ok {
		return handle()
	}
	key.Key += "-" + hex.EncodeToString(key.BodyHash[:16])
	led, _, err := claimed(v, key)
	if err != nil || led != 0 {
		return err
	}
	status, err := 0, handle()
	if err == nil {
		status = http.StatusNoContent
	}
	settled(v, key, status, "", err)
	return err
}

// NoteFile tells a form with a file from the same form with another one.
func NoteFile(v *Visit, f *attachment.Received) { v.files = append(v.files, f.Sum[:]...) }

// onceKey is the key of a form as it is sent so far, unless it has none.
func onceKey(v *Visit) (postgres.Key, bool) {
	given := v.Text(onceField)
	sent := sha256.Sum256(append([]byte(v.PostForm.Encode()), v.files...))
	return postgres.Key{Path: "page " + v.URL.Path, Key: given, BodyHash: sent[:]}, given != "" && len(given) <= 100 && !showsProof(v)
}

// claimed claims a form, once it is known what became of the same form that was sent before it. Led
// is its status, 0 if there was none, and to where it led.
func claimed(v *Visit, key postgres.Key) (led int, to string, err error) {
	until := time.Now().Add(twinWait)
	for {
		kept, mine, err := v.Claim(v.Context(), v.Right, key)
		switch {
		case err != nil, mine:
			return 0, "", err
		case kept.Status != 0:
			return kept.Status, string(kept.Answer), nil
		case time.Now().After(until):
			return 0, "", &fault.Unavailable{After: time.Second, Own: true, Cause: postgres.ErrTwin}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// showsProof reports whether a form has a password or a code. No hash of it is stored: passwords
// could be guessed much faster by that than against Argon2id.
func showsProof(v *Visit) bool {
	for name := range v.PostForm {
		if strings.Contains(name, "password") || name == "code" {
			return true
		}
	}
	return false
}

// settle notes where a form led to. One that changed nothing can be sent again.
func settle(v *Visit, key postgres.Key, err error) error {
	status, to := 0, ""
	if err == nil && v.Reply != nil && v.Reply.Status < http.StatusBadRequest {
		if status, to = v.Reply.Status, v.Reply.Header.Get("Location"); to == "" {
			to = v.Out.Header().Get("HX-Redirect")
		}
	}
	if to != "" {
		status = http.StatusSeeOther
	}
	settled(v, key, status, to, err)
	return err
}

// settled writes what became of a form.
func settled(v *Visit, key postgres.Key, status int, to string, err error) {
	if failed := v.Settle(v.Context(), v.Right, key, status, []byte(to)); err == nil && failed != nil {
		v.Web.log.Warn("a form may take effect again", "error", failed) // it has taken effect
	}
}

var (
	formBegins = []byte(`<form `)
	formPosts  = []byte(`method="post"`)
	formLives  = []byte(`data-live`) // it saves as one types, each time something else
)

// withKeys gives each form that changes something a key of its own. A tag ends at the first >,
// because attributes have none.
func withKeys(page []byte) []byte {
	if !bytes.Contains(page, formPosts) {
		return page
	}
	nonce, n := rand.Text(), 0
	var out bytes.Buffer
	out.Grow(len(page) + 1024)
	for {
		at := bytes.Index(page, formBegins)
		if at < 0 {
			break
		}
		end := at + bytes.IndexByte(page[at:], '>') + 1
		tag := page[at:end]
		out.Write(page[:end])
		if page = page[end:]; bytes.Contains(tag, formPosts) && !bytes.Contains(tag, formLives) {
			n++
			out.WriteString(`<input type="hidden" name="` + onceField + `" value="` + nonce + "-" + strconv.Itoa(n) + `"/>`)
		}
	}
	out.Write(page)
	return out.Bytes()
}
