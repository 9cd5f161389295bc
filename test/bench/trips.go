package main

import (
	"context"
	"net"
	"net/url"
	"sync/atomic"
	"time"
)

// trips counts how often each page asks the database: a second service reaches it
// through a listener that counts how often the answer was waited for.
func (b *bench) trips(ctx context.Context, a account) (map[string]int, error) {
	at, err := url.Parse(b.database.url)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	var asked atomic.Int64
	go pass(listener, at.Host, &asked)
	at.Host = listener.Addr().String()
	service, err := startService(ctx, b.binary, at.String())
	if err != nil {
		return nil, err
	}
	defer service.stop()
	client, err := service.signIn(ctx, a)
	if err != nil {
		return nil, err
	}
	fewest := map[string]int{}
	for _, page := range looked {
		for n := range 8 { // the first ones prepare statements; others may meet work in the background
			before := asked.Load()
			if _, _, err := service.open(ctx, client, a.path(page.path)); err != nil {
				return nil, err
			}
			if count := int(asked.Load() - before); n == 0 || count < fewest[page.name] {
				fewest[page.name] = count
			}
			time.Sleep(time.Millisecond)
		}
	}
	return fewest, nil
}

// pass hands connections on and counts the requests that follow an answer.
func pass(listener net.Listener, to string, asked *atomic.Int64) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", to)
		if err != nil {
			client.Close()
			return
		}
		var answered atomic.Bool
		copied := func(into, from net.Conn, saw func()) {
			defer into.Close()
			buffer := make([]byte, 64<<10)
			for {
				n, err := from.Read(buffer)
				if n > 0 {
					saw()
					if _, err := into.Write(buffer[:n]); err != nil {
						return
					}
				}
				if err != nil {
					return
				}
			}
		}
		go copied(client, server, func() { answered.Store(true) })
		go copied(server, client, func() {
			if answered.Swap(false) {
				asked.Add(1)
			}
		})
	}
}
