package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"vitrine/test/faults/load"
)

// furnish gives copies to a greedy account, and what its user needs for pages and pictures.
func (a *attacker) furnish(w *world, who *load.Account) (err error) {
	if _, err = query[int](w.ctx, w.database, `
		with made as (
			insert into copies (account_id, item_id, identifier, status, quantity, search)
			select account_id, id, 'C-' || id, 'owned', 1, '' from items where account_id = $1 limit 5000 returning 1
		) select count(*) from made`, who.ID); err != nil {
		return err
	}
	if a.items, err = query[[]int64](w.ctx, w.database, `select array_agg(id) from items where account_id = $1 and name like 'Thing %'`, who.ID); err != nil {
		return err
	}
	stay := &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := stay.PostForm(a.base+"/sign-in", url.Values{"email": {who.Email}, "password": {load.Password}})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	for _, c := range res.Cookies() {
		if strings.HasSuffix(c.Name, "vitrine") {
			a.cookie = c.Name + "=" + c.Value
			return nil
		}
	}
	return fmt.Errorf("the greedy user cannot sign in: %s", res.Status)
}

// note remembers an answer.
func (a *attacker) note(r reply) reply {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.status == http.StatusUnprocessableEntity {
		a.refusal = string(r.body)
	}
	a.answers = append(a.answers, load.Sample{Status: r.status, Took: r.took})
	return r
}

var largeText = sync.OnceValue(func() []byte { return bytes.Repeat([]byte("words of a text that is long\n"), 16<<20/29) })

var largeSum = sync.OnceValue(func() [32]byte { return sha256.Sum256(largeText()) })

var largeBody = sync.OnceValue(func() []byte {
	return []byte(`{"name":"x"` + strings.Repeat(`,"abcdefghijklmnopqrstuv":"0123456789"`, 27_000) + "}")
})

// holdOpen sends all of a file, or of a body, but for its last byte, and that one ten seconds later.
func (a *attacker) holdOpen() {
	head, body := fmt.Sprintf("PUT /api/files/%x HTTP/1.1", largeSum()), largeText()
	if rand.IntN(2) == 0 {
		head, body = "POST /api/locations HTTP/1.1\r\nContent-Type: application/json", largeBody()
	}
	conn, err := net.DialTimeout("tcp", a.host, 5*time.Second)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, "%s\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", head, a.host, a.token, len(body))
	if _, err := conn.Write(body[:len(body)-1]); err == nil {
		time.Sleep(10 * time.Second)
		_, _ = conn.Write(body[len(body)-1:])
	}
	_, _ = conn.Read(make([]byte, 1))
}

// endlessForm sends fields until the service hangs up, or for five seconds.
func (a *attacker) endlessForm() {
	conn, err := net.DialTimeout("tcp", a.host, 5*time.Second)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	head := "POST /api/imports HTTP/1.1\r\nAuthorization: Bearer " + a.token
	if rand.IntN(2) == 0 {
		head = "POST /share HTTP/1.1\r\nCookie: " + a.cookie
	}
	const disposition = "--b\r\nContent-Disposition: form-data; name="
	parts := []string{disposition + "a\r\n\r\n\r\n", disposition + strings.Repeat("n", 10<<10) + "\r\n\r\n\r\n", disposition + "a\r\n\r\n" + strings.Repeat("v", 60<<10) + "\r\n"}
	part := parts[rand.IntN(len(parts))]
	fmt.Fprintf(conn, "%s\r\nHost: %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n", head, a.host, int64(8)<<30)
	for block := bytes.Repeat([]byte(part), max(1, 256<<10/len(part))); err == nil; {
		_, err = conn.Write(block)
	}
}

// choice is an order and filters of a list.
func choice() string {
	one := func(of ...string) string { return of[rand.IntN(len(of))] }
	return one("", "&sort=name", "&sort=-name", "&sort=created_at", "&sort=-created_at", "&sort=updated_at", "&sort=-updated_at") + one("", "&q=thing", "&q=thing+common", "&q=thing+common+rare") +
		one("", "&has_copies=true", "&has_copies=false") + one("", "&has_photos=true", "&has_photos=false") + one("", "&wanted=true", "&wanted=false")
}

func (a *attacker) everyList() {
	a.note(a.send("GET", fmt.Sprint("/api/items?per_page=", 1+rand.IntN(100), choice()), ""))
}

func (a *attacker) search() {
	a.note(a.send("GET", "/api/items?q=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p", ""))
}

func (a *attacker) listFile() {
	path := "/api/" + []string{"items", "copies"}[rand.IntN(2)] + "/export?format=" + []string{"csv", "xlsx", "json"}[rand.IntN(3)]
	if strings.HasPrefix(path, "/api/items") {
		path += choice()
	}
	if rand.IntN(2) == 0 {
		a.note(a.send("GET", path, ""))
		return
	}
	conn, err := net.DialTimeout("tcp", a.host, 5*time.Second)
	if err != nil {
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(15 * time.Second))
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", path, a.host, a.token)
	for range 10 {
		if _, err := conn.Read(make([]byte, 1<<10)); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (a *attacker) labels() {
	began := time.Now()
	req, err := http.NewRequest(http.MethodGet, a.base+"/labels.pdf?part="+strconv.Itoa(1+rand.IntN(20)), nil)
	if err != nil {
		panic(err) // our own URL
	}
	req.Header.Set("Cookie", a.cookie)
	a.note(sent(req, began))
}

// sent sends a request and reads its answer.
func sent(req *http.Request, began time.Time) reply {
	r := reply{}
	if res, err := beside.Do(req); err == nil {
		defer res.Body.Close()
		r.body, _ = io.ReadAll(res.Body) // an incomplete body will do
		r.status = res.StatusCode
	}
	r.took = time.Since(began)
	return r
}

// largePicture is a JPEG of 24 megapixels.
var largePicture = sync.OnceValue(func() []byte {
	m := image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = byte(i>>4) ^ byte(i/6000)
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, nil) // a buffer takes everything
	return b.Bytes()
})

// pictures uploads a large picture that is new, and looks at it in every size.
func (a *attacker) pictures() {
	began := time.Now()
	path := "/api/items/" + strconv.FormatInt(a.items[rand.IntN(len(a.items))], 10) + "/photos"
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, _ := form.CreateFormFile("file", "a.jpg") // to a buffer
	_, _ = file.Write(largePicture()[:2])
	_, _ = file.Write([]byte{0xff, 0xfe, 0, 10})
	fmt.Fprintf(file, "%08x", rand.Uint32()) // a comment that makes it another
	_, _ = file.Write(largePicture()[2:])
	_ = form.Close()
	req, err := http.NewRequest(http.MethodPost, a.base+path, &body)
	if err != nil {
		panic(err) // our own URL
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	req.Header.Set("Content-Type", form.FormDataContentType())
	r := a.note(sent(req, began))
	data, _ := r.read("data").(map[string]any)
	if id, _ := data["id"].(string); id != "" {
		for _, size := range []string{"thumb", "medium", "large"} {
			a.note(a.send("GET", path+"/"+id+"/file?size="+size, ""))
		}
	}
}

// export asks for a list or an archive, waits for it, fetches and deletes it.
func (a *attacker) export() {
	a.order([]string{`{"kind":"list","list":"items"}`, `{"kind":"list","list":"items","format":"xlsx"}`, `{"kind":"list","list":"copies"}`, `{"kind":"archive"}`}[rand.IntN(4)])
}

func (a *attacker) pack() { a.order(`{"kind":"insurance_pack","photos":"medium"}`) }

func (a *attacker) order(what string) {
	r := a.note(a.send("POST", "/api/exports", what))
	data, _ := r.read("data").(map[string]any)
	id, _ := data["id"].(string)
	if id == "" {
		time.Sleep(200 * time.Millisecond)
		return
	}
	for began := time.Now(); time.Since(began) < 40*time.Second; time.Sleep(500 * time.Millisecond) {
		state := a.send("GET", "/api/exports/"+id, "").read("data", "attributes", "state")
		if state == "done" {
			a.note(a.send("GET", "/api/exports/"+id+"/file", ""))
		}
		if state == "done" || state == "failed" {
			break
		}
	}
	a.note(a.send("DELETE", "/api/exports/"+id, ""))
}
