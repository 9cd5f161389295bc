package main

import (
	"fmt"
	"net/url"

	"vitrine/test/faults/link"
)

// one starts a personal installation: PostgreSQL and an instance.
func (w *world) one(env ...string) error {
	if err := w.startDatabase(); err != nil {
		return err
	}
	return w.serve(1, w.database.url, env...)
}

// wired is one, with a link to the database.
func (w *world) wired() (*link.Link, error) {
	if err := w.startDatabase(); err != nil {
		return nil, err
	}
	wire, through, err := w.linked()
	if err != nil {
		return nil, err
	}
	return wire, w.serve(1, through)
}

// linked returns the URL of the database through a link.
func (w *world) linked() (*link.Link, string, error) {
	u, err := url.Parse(w.database.url)
	if err != nil {
		return nil, "", err
	}
	l, err := link.Open(u.Host)
	if err != nil {
		return nil, "", err
	}
	w.cleanup(l.Close)
	u.Host = l.Address
	return l, u.String(), nil
}

// three starts a team's installation: PostgreSQL, Redis, three instances,
// HAProxy. It returns the URL of HAProxy.
func (w *world) three() (string, error) {
	if err := w.startDatabase(); err != nil {
		return "", err
	}
	redis, err := w.startRedis()
	if err != nil {
		return "", err
	}
	if err := w.serve(3, w.database.url, "REDIS_URL="+redis); err != nil {
		return "", fmt.Errorf("three instances: %w", err)
	}
	return w.balance()
}
