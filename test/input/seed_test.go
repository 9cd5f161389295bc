package input

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// All requests are drawn from VITRINE_INPUT_SEED, random unless set;
// VITRINE_INPUT_SCALE multiplies the number that CI sends.
var (
	inputSeed  = setting("VITRINE_INPUT_SEED", uint64(time.Now().UnixNano()))
	inputScale = int(setting("VITRINE_INPUT_SCALE", 1))
)

func setting(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// Rapid uses the same seed, and few checks by default, fewer by day; -rapid.checks and
// -rapid.seed override both for a single test.
func init() {
	for name, value := range map[string]any{"rapid.checks": testkind.Number(5, 25) * inputScale, "rapid.steps": 20, "rapid.nofailfile": true, "rapid.seed": inputSeed} {
		if err := flag.Set(name, fmt.Sprint(value)); err != nil {
			panic(err)
		}
	}
}

// dice are a generator's own: the same seed gives the same numbers, different
// from its neighbours'.
func dice(generator string) *rand.Rand {
	name := fnv.New64()
	name.Write([]byte(generator))
	return rand.New(rand.NewPCG(inputSeed, name.Sum64()))
}

// The same seed makes the same requests, except for ids and unused addresses.
func TestSeedRepeatsRequests(t *testing.T) {
	t.Parallel()
	for name, generate := range generators {
		one, same := generate(t, dice(name)), generate(t, dice(name))
		if len(one) == 0 || !reflect.DeepEqual(one, same) {
			t.Errorf("%s: %d requests, and %d others of the same seed", name, len(one), len(same))
		}
	}
}
