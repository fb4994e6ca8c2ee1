/** A Chromium without a window, driven by the Chrome DevTools Protocol over a pipe. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BrowserMissingError } from './find-browser.ts';

const FLAGS = [
  ...['--headless', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Letters stand where they do in a browser with windows, which knows no such flag.
  '--font-render-hinting=none',
  // A page is a file that needs nothing else: addresses in it are of the site, and are not asked.
  ...['--host-resolver-rules=MAP * ~NOTFOUND', '--remote-debugging-pipe'],
];
const START_MS = 30_000;

/** On Windows a process ends alone. */
const isGrouped = process.platform !== 'win32';

/** Many a browser is a script that waits for the real one, which would stay behind: its group ends as a whole. */
function kill(browser: ChildProcess): void {
  if (!isGrouped || browser.pid === undefined) browser.kill('SIGKILL');
  else
    try {
      process.kill(-browser.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
}

type Reply = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly result?: Reply;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: Reply;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

export class DevTools {
  private readonly process: ChildProcess;
  private readonly pipe: Writable;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(method: string, params: Reply) => void>();
  private readonly ended = Promise.withResolvers<never>();
  private last = 0;
  private rest = '';

  private constructor(process: ChildProcess) {
    this.process = process;
    const [, , , pipe, replies] = process.stdio;
    this.pipe = pipe as Writable;
    this.pipe.on('error', () => {});
    (replies as Readable).setEncoding('utf8').on('data', (text: string) => this.read(text));
    const end = (error?: unknown) => {
      this.ended.reject(new BrowserMissingError('The browser ended.', error));
    };
    process.on('error', end).on('exit', () => end());
    // Nobody may wait when it ends.
    this.ended.promise.catch(() => {});
  }

  /** @param profile an empty folder of its own. Throws a BrowserMissingError. */
  static async start(program: string, profile: string): Promise<DevTools> {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    // Chromium refuses to run as root with its sandbox.
    const flags = [...FLAGS, `--user-data-dir=${profile}`, ...(isRoot ? ['--no-sandbox'] : [])];
    const browser = spawn(program, flags, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: isGrouped,
    });
    const tools = new DevTools(browser);
    const timer = setTimeout(() => kill(browser), START_MS);
    try {
      await tools.send('Browser.getVersion');
    } finally {
      clearTimeout(timer);
    }
    return tools;
  }

  /** Calls a method, of a session if one is given. Throws what the browser refuses. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Reply> {
    const id = ++this.last;
    const text = JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) });
    const reply = new Promise<Reply>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.pipe.write(`${text}\0`);
    });
    return Promise.race([reply, this.ended.promise]);
  }

  /** Resolves with what an event brings that passes the test. Throws if the browser ends before. */
  once(method: string, test: (params: Reply) => boolean = () => true): Promise<Reply> {
    const event = new Promise<Reply>(resolve => {
      const listen = (name: string, params: Reply) => {
        if (name !== method || !test(params)) return;
        this.listeners.delete(listen);
        resolve(params);
      };
      this.listeners.add(listen);
    });
    const waiting = Promise.race([event, this.ended.promise]);
    // It is awaited after the call that causes it, which may throw.
    waiting.catch(() => {});
    return waiting;
  }

  async close(): Promise<void> {
    const { process } = this;
    if (process.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise(resolve => process.once('exit', resolve));
    kill(process);
    await ended;
  }

  private read(text: string): void {
    const messages = (this.rest + text).split('\0');
    this.rest = messages.pop() ?? '';
    for (const message of messages) this.receive(JSON.parse(message));
  }

  private receive({ id, result = {}, error, method, params = {} }: Message): void {
    if (id === undefined) {
      for (const listen of this.listeners) listen(method ?? '', params);
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
