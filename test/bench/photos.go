package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	photographed = 200 // items with a photo
	pageOfThumbs = 48
	browserConns = 6 // that a browser opens to one server
)

// photos prints the rate of thumbnails against that of http.FileServer on the same
// files, and how long a page of them takes.
func (b *bench) photos(ctx context.Context) error {
	a, err := b.newAccount(ctx, photographed)
	if err != nil {
		return err
	}
	var paths []string
	for n := range photographed {
		path, err := b.addPhoto(ctx, a, n)
		if err != nil {
			return err
		}
		paths = append(paths, path+"/file?size=thumb")
	}
	plain, thumbs, stop, err := b.fileServer(a)
	if err != nil {
		return err
	}
	defer stop()
	return b.undisturbed(ctx, func() error {
		fmt.Printf("\n%-28s %12s %12s %8s   (target: 0.5)\n", "thumbnails a second", "FileServer", "service", "ratio")
		var ratios []float64
		for range b.pairs {
			bare, err := b.rate(ctx, plain, thumbs, nil)
			if err != nil {
				return err
			}
			before, err := b.spent(0)
			if err != nil {
				return err
			}
			began := time.Now()
			ours, err := b.rate(ctx, b.service.base, paths, a.tokens)
			if err != nil {
				return err
			}
			after, err := b.spent(0)
			if err != nil {
				return err
			}
			each := after.each(before, ours*time.Since(began).Seconds(), time.Since(began))
			fmt.Printf("processor time of each: service %.0f µs, database %.0f µs\n", each.service, each.database)
			ratios = append(ratios, ours/bare)
			fmt.Printf("%-28s %12.0f %12.0f %8.2f\n", "", bare, ours, ours/bare)
		}
		slices.Sort(ratios)
		fmt.Printf("%-28s %34.2f\n", "median", ratios[len(ratios)/2])
		return b.thumbPages(ctx, a, paths)
	})
}

// addPhoto uploads a photo of its own to the n-th item, and returns its path.
func (b *bench) addPhoto(ctx context.Context, a account, n int) (string, error) {
	m := image.NewYCbCr(image.Rect(0, 0, 1600, 1200), image.YCbCrSubsampleRatio420)
	noise := rand.New(rand.NewPCG(uint64(n), 1))
	for i := range m.Y {
		m.Y[i] = byte(i%1600*200/1600 + int(noise.Uint32()%24))
	}
	var body, picture bytes.Buffer
	if err := jpeg.Encode(&picture, m, nil); err != nil {
		return "", err
	}
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "photo.jpg")
	if err != nil {
		return "", err
	}
	_, _ = picture.WriteTo(part)
	_ = form.Close()
	var first int64
	if _, err := fmt.Sscan(a.first, &first); err != nil {
		return "", err
	}
	path := fmt.Sprintf("/api/items/%d/photos", first+int64(n))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.service.base+path, &body)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	req.Header.Set("Content-Type", form.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("POST %s: %s %s %w", path, res.Status, answer, err)
	}
	var made struct{ Data struct{ ID string } }
	err = json.Unmarshal(answer, &made)
	return path + "/" + made.Data.ID, err
}

// fileServer serves the same thumbnails without any account, and lists them.
func (b *bench) fileServer(a account) (base string, thumbs []string, stop func(), err error) {
	found, err := filepath.Glob(filepath.Join(b.service.files, a.id, "*", "*.thumb"))
	if err != nil || len(found) < photographed {
		return "", nil, nil, fmt.Errorf("%d thumbnails in %s, want %d", len(found), b.service.files, photographed)
	}
	for _, path := range found {
		thumbs = append(thumbs, strings.TrimPrefix(path, b.service.files))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, nil, err
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(b.service.files)), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), thumbs, func() { _ = server.Close() }, nil
}

// rate is how many of the paths are answered in a second. Users take turns after a
// page of 48.
func (b *bench) rate(ctx context.Context, base string, paths, tokens []string) (float64, error) {
	lua := fmt.Sprintf(`
		local paths, tokens, requests, n = {%s}, {%s}, {}, 0
		function init()
			for i = 1, 1000 do
				local headers = {}
				if #tokens > 0 then headers["Authorization"] = "Bearer " .. tokens[math.floor(i / 48) %% #tokens + 1] end
				requests[i] = wrk.format("GET", paths[i %% #paths + 1], headers)
			end
		end
		function request() n = n %% 1000 + 1; return requests[n] end`, quoted(paths), quoted(tokens))
	ran, err := b.sendRequestsTo(ctx, base, lua, b.connections, b.length)
	if err == nil && ran.failed > 0 {
		err = fmt.Errorf("%d of %d thumbnails were not sent", ran.failed, ran.done)
	}
	return float64(ran.done) / ran.took.Seconds(), err
}

func quoted(all []string) string {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%q,", s)
	}
	return b.String()
}

// thumbPages prints how long a page of thumbnails takes, as a browser fetches it.
func (b *bench) thumbPages(ctx context.Context, a account, paths []string) error {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: browserConns, MaxIdleConnsPerHost: browserConns}}
	defer client.CloseIdleConnections()
	var took []time.Duration
	for page := range 40 {
		start := time.Now()
		errs := make([]error, pageOfThumbs)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				errs[i] = fetch(ctx, client, b.service.base+paths[(page*pageOfThumbs+i)%len(paths)], a.tokens[page%len(a.tokens)])
			})
		}
		all.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	fmt.Printf("a page of %d thumbnails over %d connections: median %d ms, slowest of %d %d ms (target: 150)\n",
		pageOfThumbs, browserConns, took[len(took)/2].Milliseconds(), len(took), took[len(took)-1].Milliseconds())
	return nil
}

func fetch(ctx context.Context, client *http.Client, url, token string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if n, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK || n == 0 {
		return fmt.Errorf("GET %s: %s, %d bytes, %w", url, res.Status, n, err)
	}
	return nil
}
