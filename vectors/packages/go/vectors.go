// SPDX-License-Identifier: 0BSD

// Package vectors holds the golden vectors of dpmf.
package vectors

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

//go:embed data/*.json
var data embed.FS

// Double is a binary64: C99 hex float and its bits.
type Double struct {
	Hex  string `json:"hex"`
	Bits string `json:"bits"`
}

// Float64 is the number that the bits mean.
func (d Double) Float64() (float64, error) {
	bits, err := strconv.ParseUint(d.Bits, 16, 64)
	return math.Float64frombits(bits), err
}

// Output is what is expected, and how it is compared: exact, ulp:k or enclosure.
type Output struct {
	Compare string          `json:"compare"`
	Value   json.RawMessage `json:"value"`
}

// Test is one test; Result is valid, or invalid where the inputs must be refused. Mistakes has what a known mistake answers, by its
// name and the outputs that it changes.
type Test struct {
	TcID     int                          `json:"tcId"`
	Comment  string                       `json:"comment"`
	Flags    []string                     `json:"flags"`
	Inputs   map[string]json.RawMessage   `json:"inputs"`
	Outputs  map[string]Output            `json:"outputs"`
	Result   string                       `json:"result"`
	Mistakes map[string]map[string]Output `json:"mistakes,omitempty"`
}

// Group is a list of tests on one subject.
type Group struct {
	Name    string `json:"name"`
	Comment string `json:"comment"`
	Tests   []Test `json:"tests"`
}

// Notes say the algorithm in full, and what each flag means.
type Notes struct {
	Summary   string            `json:"summary"`
	Algorithm []string          `json:"algorithm"`
	Flags     map[string]string `json:"flags"`
}

// File is one algorithm and its tests.
type File struct {
	Format     string  `json:"format"`
	Version    string  `json:"version"`
	Algorithm  string  `json:"algorithm"`
	Schema     string  `json:"schema"`
	License    string  `json:"license"`
	Notes      Notes   `json:"notes"`
	TestGroups []Group `json:"testGroups"`
}

type index struct {
	Algorithms []struct {
		Algorithm string `json:"algorithm"`
	} `json:"algorithms"`
}

func read(name string, into any) error {
	text, err := data.ReadFile("data/" + name + ".json")
	if err != nil {
		return fmt.Errorf("there is no algorithm %s: see Algorithms", name)
	}
	return json.Unmarshal(text, into)
}

// Algorithms are the names of all algorithms, in ascending order.
func Algorithms() ([]string, error) {
	var list index
	if err := read("index", &list); err != nil {
		return nil, err
	}
	var names []string
	for _, one := range list.Algorithms {
		names = append(names, one.Algorithm)
	}
	return names, nil
}

// Load is the file of one algorithm.
func Load(algorithm string) (*File, error) {
	var file File
	if err := read(algorithm, &file); err != nil {
		return nil, err
	}
	return &file, nil
}
