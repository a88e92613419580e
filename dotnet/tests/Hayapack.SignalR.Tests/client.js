// Usage: node client.js URL FOLDER, where FOLDER/node_modules has @microsoft/signalr and
// @microsoft/signalr-protocol-msgpack. Calls each method of TestHub and checks what comes back.
const assert = require("node:assert");
const path = require("node:path");

const [url, folder] = process.argv.slice(2);
const load = (name) => require(require.resolve(name, { paths: [path.resolve(folder)] }));
const signalR = load("@microsoft/signalr");
const { MessagePackHubProtocol } = load("@microsoft/signalr-protocol-msgpack");

const stream = (source) => new Promise((resolve, reject) => {
    const items = [];
    source.subscribe({ next: (item) => items.push(item), complete: () => resolve(items), error: reject });
});

async function main() {
    const connection = new signalR.HubConnectionBuilder()
        .withUrl(url)
        .withStatefulReconnect()
        .withHubProtocol(new MessagePackHubProtocol())
        .configureLogging(signalR.LogLevel.Error)
        .build();
    const told = new Promise((resolve) => connection.on("Told", (text, number) => resolve([text, number])));
    const drawn = new Promise((resolve) => connection.on("Drawn", resolve));
    connection.on("Ask", (number) => number * 2);
    await connection.start();

    assert.strictEqual(await connection.invoke("Add", 2, 3), 5);
    assert.deepStrictEqual(await connection.invoke("Next", [7, "Ünïcode", "sky", [1.5, 2]]), [8, "Ünïcode", "sky", [1.5, 2]]);
    assert.deepStrictEqual(
        await connection.invoke("Echo", { Name: "n", Counts: [1, -1, 100000], Color: "Green" }),
        { Name: "n", Counts: [1, -1, 100000], Color: "Green" });
    assert.ok((await connection.invoke("Nothing")) == null);
    await connection.send("Tell", "é");
    assert.deepStrictEqual(await told, ["é", 1]);
    assert.strictEqual(await connection.invoke("AskBack", 4), 9);
    await assert.rejects(connection.invoke("Fail"), /it failed/);
    await assert.rejects(connection.invoke("Add", 1), /1 argument/);
    await assert.rejects(connection.invoke("Add", 1, "x"), /Int32/);

    // Unions, both ways: [key, value].
    assert.strictEqual(await connection.invoke("Area", [0, [1, 2]]), 6);
    assert.deepStrictEqual(await connection.invoke("Shape", 5), [1, [5, 3]]);
    await connection.send("Draw", [0, [1, 2]]);
    assert.deepStrictEqual(await drawn, [0, [1, 2]]);
    assert.deepStrictEqual(await stream(connection.stream("Shapes", 2)), [[0, [0, 2]], [1, [1, 3]]]);

    assert.deepStrictEqual(await stream(connection.stream("Count", 300)), [...Array(300).keys()]);
    const subject = new signalR.Subject();
    const sum = connection.invoke("Sum", subject);
    for (let i = 0; i < 300; i++) {
        subject.next(i);
    }
    subject.complete();
    assert.strictEqual(await sum, 44850);

    await new Promise((resolve) => {
        const subscription = connection.stream("Forever").subscribe({
            next: (item) => {
                if (item === 3) {
                    subscription.dispose();
                    resolve();
                }
            },
            complete: () => {},
            error: () => {},
        });
    });
    assert.strictEqual(await connection.invoke("Add", 2, 3), 5);
    await connection.stop();
    console.log("every kind of call, streams in both directions, unions");
}

main().then(() => process.exit(0), (error) => {
    console.error(error);
    process.exit(1);
});
