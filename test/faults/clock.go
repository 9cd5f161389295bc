package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/pquerna/otp/totp"

	"vitrine/test/faults/load"
)

var clock = row{
	name: "F17", fault: "the clock of Redis leaps an hour ahead, and an hour back (its keys end later or earlier); the clock of a user's phone is off by up to an hour",
	target: "the limit holds, nobody is blocked for longer than a minute, Retry-After is 1 to 60; of codes only those of half a minute around now count, and each once",
	run: func(w *world) error {
		if err := w.startDatabase(); err != nil {
			return err
		}
		url, err := w.startRedis()
		if err != nil {
			return err
		}
		key, err := output(w.binary, "keygen")
		if err != nil {
			return err
		}
		const limit = 30
		if err := w.serve(1, w.database.url, "REDIS_URL="+url, "VITRINE_SECRET_KEY="+key, fmt.Sprint("VITRINE_RATE_LIMIT_API=", limit)); err != nil {
			return err
		}
		for _, step := range []struct {
			name   string
			leap   time.Duration
			passes int // of the burst after the leap
		}{{"none", 0, 0}, {"an hour ahead", time.Hour, limit}, {"an hour back", -time.Hour, 0}} {
			who, err := w.stranger()
			if err != nil {
				return err
			}
			me := client{base: w.instances[0].url, token: who.Token}
			before, waits := burst(me, 2*limit)
			if err := leap(url, step.leap); err != nil {
				return err
			}
			after, late := burst(me, 2*limit)
			waits = append(waits, late...)
			w.figure("passed before and after a leap, "+step.name, fmt.Sprintf("%d and %d of %d", before, after, 2*limit))
			w.figure("longest Retry-After, leap "+step.name, slices.Max(waits))
			w.expect(before == limit, "%s: %d of %d passed, want %d", step.name, before, 2*limit, limit)
			w.expect(after == step.passes, "after %s: %d passed, want %d", step.name, after, step.passes)
			w.expect(slices.Min(waits) >= 1 && slices.Max(waits) <= 60, "leap %s: Retry-After is %d to %d", step.name, slices.Min(waits), slices.Max(waits))
		}
		return w.codes()
	},
}

// burst sends concurrent requests and returns how many passed, and the others'
// Retry-After.
func burst(c client, n int) (passed int, waits []int) {
	for range n {
		r := c.send("GET", "/api/locations", "")
		if r.status == 200 {
			passed++
			continue
		}
		wait, _ := strconv.Atoi(r.header.Get("Retry-After")) // 0, also if absent, is wrong
		waits = append(waits, wait)
	}
	return passed, waits
}

// leap moves the expiry of every Redis key, as if its clock had jumped: Redis
// stores the moment of expiry. (Redis does not run under faketime, which
// conflicts with its allocator.)
func leap(url string, by time.Duration) error {
	conn, err := redis.DialURL(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	keys, err := redis.Strings(conn.Do("KEYS", "*"))
	for _, key := range keys {
		left, failed := redis.Int64(conn.Do("PTTL", key))
		if err = errors.Join(err, failed); left < 0 {
			continue
		}
		_, failed = conn.Do("PEXPIRE", key, left-by.Milliseconds())
		err = errors.Join(err, failed)
	}
	return err
}

// codes logs in with codes of wrong clocks.
func (w *world) codes() error {
	who, err := w.stranger()
	if err != nil {
		return err
	}
	const step = 30 * time.Second
	me := client{base: w.instances[0].url, token: who.Token}
	secret, _ := me.post("/api/me/two-factor", map[string]string{"password": load.Password}).read("data", "attributes", "secret").(string)
	at := func(off time.Duration) string {
		code, _ := totp.GenerateCode(secret, time.Now().Add(off)) // "" is a wrong code
		return code
	}
	if r := me.post("/api/me/two-factor/confirm", map[string]string{"code": at(-step)}); r.status != 200 {
		return fmt.Errorf("no second factor: %d %s", r.status, r.body)
	}
	if err := w.wait(step - time.Duration(time.Now().UnixNano())%step); err != nil { // all within one step
		return err
	}
	for _, c := range []struct {
		off  time.Duration
		want int
	}{{-time.Hour, 401}, {-2 * time.Minute, 401}, {2 * time.Minute, 401}, {time.Hour, 401}, {0, 200}, {0, 401}, {step, 200}, {0, 401}} {
		r := client{base: w.instances[0].url}.post("/api/login", map[string]string{"email": who.Email, "password": load.Password, "code": at(c.off)})
		w.expect(r.status == c.want, "a code of a clock that is off by %s was answered %d, want %d: %s", c.off, r.status, c.want, r.body)
	}
	w.figure("codes tried", 8)
	return nil
}
