// Command floor answers two requests of the API with as little as Go needs for them: net/http
// and pgx, the service's own statements with row security and the check of the token, and
// JSON written by hand. What the service costs more than this is its own doing; the rest is
// the price of the parts.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// floor is the server. Its statements are those that the service sends: they take the account,
// what is asked for, and at last the hash of the token.
type floor struct {
	pool      *pgxpool.Pool
	get, page string
	accounts  sync.Map // by the hash of a token, as the service remembers them
	log       *os.File

	mu   sync.Mutex
	sent map[int64]int // requests of an account
}

func main() {
	if err := serve(); err != nil {
		log.Fatal("floor: ", err)
	}
}

func serve() (err error) {
	f := &floor{get: os.Getenv("FLOOR_GET"), page: os.Getenv("FLOOR_PAGE"), sent: map[int64]int{}}
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	config.MaxConns = 16
	for name, value := range map[string]string{"timezone": "UTC", "plan_cache_mode": "force_generic_plan", "jit": "off", "enable_sort": "off", "role": "vitrine_app"} {
		config.ConnConfig.RuntimeParams[name] = value
	}
	if f.pool, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
		return err
	}
	if f.log, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
		return err
	}
	http.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("GET /api/items/{item}", f.answer(f.oneItem))
	http.HandleFunc("GET /api/items", f.answer(f.firstPage))
	return http.ListenAndServe(os.Getenv("VITRINE_LISTEN"), nil)
}

// caller is who asks.
type caller struct {
	account int64
	hash    []byte
}

// answer does what every answer needs: the caller, the limits, the headers, the log.
func (f *floor) answer(read func(*http.Request, caller) ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := f.caller(r)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		out, err := read(r, who)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		f.headers(w.Header(), who, out)
		_, _ = w.Write(out) // whoever asked may be gone
		f.note(r, len(out))
	}
}

func (f *floor) caller(r *http.Request) (caller, error) {
	hash := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
	if known, ok := f.accounts.Load(hash); ok {
		return caller{known.(int64), hash[:]}, nil
	}
	who := caller{hash: hash[:]}
	if err := f.pool.QueryRow(r.Context(), `select account_id from api_keys where token_hash = $1`, hash[:]).Scan(&who.account); err != nil {
		return who, err
	}
	f.accounts.Store(hash, who.account)
	return who, nil
}

func (f *floor) headers(h http.Header, who caller, out []byte) {
	f.mu.Lock()
	f.sent[who.account]++
	left := 1_000_000_000 - f.sent[who.account]
	f.mu.Unlock()
	sum := sha256.Sum256(out)
	h["X-Ratelimit-Limit"] = []string{"1000000000"}
	h["X-Ratelimit-Remaining"] = []string{strconv.Itoa(left)}
	h["X-Ratelimit-Reset"] = []string{strconv.FormatInt(time.Now().Unix(), 10)}
	h["X-Request-Id"] = []string{"7WTTWQOIEILXBKRPIOQW2EEPA2"}
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Content-Type"] = []string{"application/json; charset=utf-8"}
	h["Cache-Control"] = []string{"private, no-cache"}
	h["Content-Length"] = []string{strconv.Itoa(len(out))}
	h["Etag"] = []string{`"` + hex.EncodeToString(sum[:8]) + `"`}
}

func (f *floor) note(r *http.Request, bytes int) {
	line := append(make([]byte, 0, 256), `{"time":"`...)
	line = time.Now().AppendFormat(line, time.RFC3339Nano)
	line = append(append(line, `","level":"INFO","msg":"request","route":"`...), r.Pattern...)
	line = strconv.AppendInt(append(line, `","status":200,"bytes":`...), int64(bytes), 10)
	_, _ = f.log.Write(append(line, "}\n"...)) // nothing can be done about it
}

func (f *floor) oneItem(r *http.Request, who caller) ([]byte, error) {
	id, err := strconv.ParseInt(r.PathValue("item"), 10, 64)
	if err != nil {
		return nil, err
	}
	rows, err := f.pool.Query(r.Context(), f.get, who.account, id, who.hash)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, cmp.Or(rows.Err(), fmt.Errorf("there is no item %d", id))
	}
	out := append(make([]byte, 0, 1024), `{"data":`...)
	out = appendItem(out, rows.RawValues()[1:], "http://"+r.Host) // after caller.opened
	return append(out, '}'), nil
}

func (f *floor) firstPage(r *http.Request, who caller) ([]byte, error) {
	rows, err := f.pool.Query(r.Context(), f.page, who.account, "items", int64(0), who.hash)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	base, total := "http://"+r.Host, int64(0)
	out := append(make([]byte, 0, 8192), `{"data":[`...)
	for n := 0; rows.Next(); n++ {
		if n > 0 {
			out = append(out, ',')
		}
		values := rows.RawValues()
		out = appendItem(out, values[2:], base) // after caller.opened, true
		total = integer(values[len(values)-1])
	}
	return appendPaging(append(out, ']'), base, total), rows.Err()
}
