package identity

import "strings"

// A token of a share link is shorter than others, because people send it to each other:
// 27 characters out of 62 are 160 bits.
const (
	SharePrefix = "vts_"
	shareRandom = 27
	shareLength = len(SharePrefix) + shareRandom + tokenCheck
)

// NewShareToken draws the token of a share link.
func NewShareToken() string { return sign(SharePrefix + randomLetters(shareRandom)) }

// ParseShareToken is ParseToken for a share link.
func ParseShareToken(s string) (hash []byte, ok bool) {
	if len(s) != shareLength || !strings.HasPrefix(s, SharePrefix) || sign(s[:shareLength-tokenCheck]) != s {
		return nil, false
	}
	return HashToken(s), true
}

// SharePath is the path of the page that a share token opens.
func SharePath(token string) string { return "/s/" + token }
