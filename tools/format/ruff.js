// Formats and checks Python files with ruff compiled to WebAssembly, where the ruff program is not
// installed. Called by ruff.py, which sends {"package", "options", "files", "write"} as JSON.
// Prints what is wrong, a line each; with "write", repairs what ruff can before.
"use strict";
const fs = require("fs");

const { package: name, options, files, write } = JSON.parse(fs.readFileSync(0, "utf8"));
const { Workspace, PositionEncoding } = require(name);

const ruff = new Workspace(options, PositionEncoding.Utf16);
const REPAIRED = new Set(["I001"]); // not F401: names are imported for others too
const ROUNDS = 5; // a repair may make another one possible

function repaired(text) {
    for (let round = 0; round < ROUNDS; round++) {
        const found = ruff.check(text).filter((one) => REPAIRED.has(one.code) && one.fix);
        if (found.length === 0) {
            break;
        }
        const lines = text.split("\n");
        const starts = [0];
        for (const line of lines) {
            starts.push(starts[starts.length - 1] + line.length + 1);
        }
        const offset = ({ row, column }) => starts[row - 1] + column - 1;
        for (const { content, location, end_location } of found[0].fix.edits.reverse()) {
            text = text.slice(0, offset(location)) + (content || "") + text.slice(offset(end_location));
        }
    }
    return text;
}

for (const file of files) {
    const before = fs.readFileSync(file, "utf8");
    const after = write ? ruff.format(repaired(before)) : before;
    if (after !== before) {
        fs.writeFileSync(file, after);
    }
    for (const one of ruff.check(after)) {
        console.log(`${file}:${one.start_location.row}:${one.start_location.column}: ${one.code} ${one.message}`);
    }
    if (!write && ruff.format(before) !== before) {
        console.log(`${file}: would be formatted`);
    }
}
