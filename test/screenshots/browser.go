package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// browser is a tab of Chromium.
type browser struct {
	ctx   context.Context
	base  string
	close func()
}

func open(ctx context.Context, base string) (*browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU, chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true), chromedp.Flag("hide-scrollbars", true))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // it refuses to run as root otherwise
	}
	allocator, end := chromedp.NewExecAllocator(ctx, options...)
	tab, closed := chromedp.NewContext(allocator)
	b := &browser{ctx: tab, base: base, close: func() { closed(); end() }}
	return b, chromedp.Do(tab)
}

const patience = 30 * time.Second

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// arrives runs steps that lead to a page.
func (b *browser) arrives(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_, err := chromedp.RunResponse(ctx, steps...)
	return err
}

func (b *browser) evaluate(expression string) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise))
	return err
}

func (b *browser) signIn() error {
	if err := b.arrives(chromedp.Navigate(b.base + "/sign-in")); err != nil {
		return err
	}
	if err := b.do(chromedp.SendKeys(`[name=email]`, email), chromedp.SendKeys(`[name=password]`, password)); err != nil {
		return err
	}
	return b.do(chromedp.Click(`form button.pri`), chromedp.WaitReady(`.shell`))
}

// speak changes the user's language.
func (b *browser) speak(locale string) error {
	if err := b.arrives(chromedp.Navigate(b.base + "/settings/profile")); err != nil {
		return err
	}
	if err := b.do(chromedp.WaitReady(`[name=locale]`)); err != nil {
		return err
	}
	return b.evaluate(`(document.querySelector("[name=locale]").value = "` + locale + `",
		fetch("/settings/profile", { method: "POST", body: new URLSearchParams(new FormData(document.querySelector("form[action='/settings/profile']"))) }).then(answer => answer.ok))`)
}

// painted waits for fonts and photos, but not for long: a photo that a part of the page
// replaces never comes.
const painted = `Promise.race([new Promise(done => setTimeout(done, 3000)),
	Promise.all([document.fonts.ready, ...[...document.images].filter(i => i.getBoundingClientRect().top < innerHeight * 2).map(i => i.decode().catch(() => 0))])])
	.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))).then(() => true)`

func (b *browser) picture(p page, l look) ([]byte, error) {
	if err := b.do(chromedp.EmulateViewport(l.width, l.height)); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}}); err != nil {
		return nil, err
	}
	if err := b.arrives(chromedp.Navigate(b.base + p.path)); err != nil {
		return nil, err
	}
	for _, link := range p.follow {
		href, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q).href`, link)))
		if err == nil {
			err = b.arrives(chromedp.Navigate(href))
		}
		if err != nil {
			return nil, fmt.Errorf("follow %s: %w", link, err)
		}
	}
	for i, button := range p.press {
		err := b.do(chromedp.WaitVisible(button))
		if err == nil && i < len(p.press)-1 {
			err = b.do(chromedp.Click(button))
		}
		if err != nil {
			return nil, fmt.Errorf("press %s: %w", button, err)
		}
	}
	if p.click != "" {
		if err := b.do(chromedp.Click(p.click)); err != nil {
			return nil, err
		}
		time.Sleep(500 * time.Millisecond) // what opens is asked for first
	}
	if err := b.evaluate(painted); err != nil {
		return nil, err
	}
	return chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
}
