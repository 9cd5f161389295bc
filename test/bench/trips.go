package main

import (
	"context"
	"encoding/binary"
	"net"
	"net/url"
	"sync/atomic"
	"time"
)

// questions are how often the database was asked: answers that were waited for, and statements.
type questions struct{ trips, statements int }

// counter counts what goes to the database.
type counter struct{ trips, statements atomic.Int64 }

func (c *counter) since(before questions) questions {
	return questions{int(c.trips.Load()) - before.trips, int(c.statements.Load()) - before.statements}
}

// trips counts how often pages ask the database: a second service reaches it through a
// listener that counts.
func (b *bench) trips(ctx context.Context, a account, pages []page) (map[string]questions, error) {
	at, err := url.Parse(b.database.url)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	var count counter
	go pass(listener, at.Host, &count)
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
	fewest := map[string]questions{}
	for _, page := range pages {
		for n := range 8 { // the first ones prepare statements; others may meet work in the background
			before := count.since(questions{})
			if _, _, err := service.open(ctx, client, a.path(page.path)); err != nil {
				return nil, err
			}
			if now := count.since(before); n == 0 || now.trips < fewest[page.name].trips || now.statements < fewest[page.name].statements {
				fewest[page.name] = now
			}
			time.Sleep(time.Millisecond)
		}
	}
	return fewest, nil
}

// pass hands connections on and counts the requests that follow an answer, and statements.
func pass(listener net.Listener, to string, count *counter) {
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
		messages := statements{count: &count.statements}
		go copied(client, server, func([]byte) { answered.Store(true) })
		go copied(server, client, func(sent []byte) {
			if answered.Swap(false) {
				count.trips.Add(1)
			}
			messages.read(sent)
		})
	}
}

// copied copies what is sent, and shows it.
func copied(into, from net.Conn, saw func([]byte)) {
	defer into.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			saw(buffer[:n])
			if _, err := into.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// statements counts the messages of a client that execute something: E and Q, each a letter,
// the length of the rest in four bytes, and the rest. Only the first has no letter.
type statements struct {
	count *atomic.Int64
	begun bool
	held  []byte // the beginning of a message
}

func (s *statements) read(sent []byte) {
	s.held = append(s.held, sent...)
	for {
		letter := 1
		if !s.begun {
			letter = 0
		}
		if len(s.held) < letter+4 {
			return
		}
		size := letter + int(binary.BigEndian.Uint32(s.held[letter:]))
		if len(s.held) < size {
			return
		}
		if s.begun && (s.held[0] == 'E' || s.held[0] == 'Q') {
			s.count.Add(1)
		}
		s.begun, s.held = true, s.held[size:]
	}
}
