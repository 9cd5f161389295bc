package main

import (
	"fmt"
	"net"
	"slices"
	"time"

	"vitrine/test/faults/load"
)

var alone = row{
	name: "F23", fault: "the range API of leaked passwords and the mail server accept connections and never answer, one instance",
	target: "the load notices nothing (p99 below 500 ms, none fails); registering takes 5 s at most; every mail waits in the queue",
	run: func(w *world) error {
		if err := w.startDatabase(); err != nil {
			return err
		}
		mute, err := net.Listen("tcp", "127.0.0.1:0") // the kernel accepts, nothing answers
		if err != nil {
			return err
		}
		w.cleanup(func() { mute.Close() })
		if err := w.serve(1, w.database.url, "VITRINE_PWNED_PASSWORDS_URL=http://"+mute.Addr().String(), "VITRINE_SMTP_URL=smtp://"+mute.Addr().String(),
			"VITRINE_MAIL_FROM=vitrine@example.org", "VITRINE_PUBLIC_URL=https://vitrine.example.org"); err != nil {
			return err
		}
		who, err := w.stranger()
		if err != nil {
			return err
		}
		const rounds = 20
		var registered, invited []time.Duration
		var from, to time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			from = now()
			for n := range rounds {
				name := fmt.Sprintf("guest-%d-%d@example.org", who.ID, n)
				r := client{base: w.instances[0].url}.post("/api/register", map[string]string{"first_name": "A", "last_name": "B", "email": name,
					"password": "a shelf of rare comics", "password_confirmation": "a shelf of rare comics"})
				registered = append(registered, r.took)
				w.expect(r.status == 201, "registering was answered %d: %s", r.status, r.body)
				r = client{base: w.instances[0].url, token: who.Token}.post("/api/account/invitations", map[string]string{"email": "invited-" + name, "role": "viewer"})
				invited = append(invited, r.took)
				w.expect(r.status == 201, "inviting was answered %d: %s", r.status, r.body)
				if err := w.wait(500 * time.Millisecond); err != nil {
					return err
				}
			}
			to = now()
			return nil
		})
		if err != nil {
			return err
		}
		w.figure("slowest registration", slices.Max(registered))
		w.figure("slowest invitation", slices.Max(invited))
		w.expect(slices.Max(registered) <= 5*time.Second, "registering took %s", slices.Max(registered))
		queued, err := query[int](w.ctx, w.database, `select count(*) from river_job where kind = 'mail' and state <> 'completed'`)
		if err != nil {
			return err
		}
		w.figure("invitations", rounds)
		w.figure("mails that wait in the queue", queued)
		w.expect(queued >= rounds, "%d mails wait, want %d", queued, rounds)
		w.compare(all, from, to, 500*time.Millisecond, func(load.Sample) bool { return true })
		return nil
	},
}
