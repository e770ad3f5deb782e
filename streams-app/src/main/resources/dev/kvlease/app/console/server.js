// Talks to the server that the page comes from, and to nobody else.

const TOKEN = 'kvlease-token';

/** The token, for this tab only; it is in no address and in no storage that outlives the tab. */
const token = {
  get() { try { return sessionStorage.getItem(TOKEN) || this.kept; } catch { return this.kept; } },
  set(value) { this.kept = value; try { sessionStorage.setItem(TOKEN, value); } catch { /* then only until the page is left */ } },
  kept: '',
};

/** What a server says is wrong, and whether it was a token that has been replaced since. */
class Refused extends Error {
  constructor(status, message, used = token.get()) {
    super(message);
    this.status = status;
    this.used = used;
  }

  get wantsToken() { return this.status === 401 && this.used === token.get(); }

  get isOver() { return this.status === 401 && !this.wantsToken; }
}

function ask(path, options = {}) {
  const headers = { ...options.headers };
  if (token.get()) headers.Authorization = `Bearer ${token.get()}`;
  return fetch(path, { ...options, headers, cache: 'no-store', credentials: 'omit', redirect: 'error' });
}

/** An answer as JSON; numbers too long for a number stand as texts. Throws what the server says is wrong. */
async function getJson(path) {
  const used = token.get();
  let response;
  try {
    response = await ask(path);
  } catch {
    throw new Refused(0, 'This instance cannot be reached.');
  }
  const text = await response.text();
  if (response.ok) return parseExact(text);
  let why = `status ${response.status}`;
  try { why = JSON.parse(text).error || why; } catch { /* then the status must do */ }
  throw new Refused(response.status, why, used);
}

/** All pages of a list, up to a limit. */
async function getList(name, most) {
  const items = [];
  let next = '';
  do {
    const page = await getJson(`/${name}?limit=500${next && `&after=${encodeURIComponent(next)}`}`);
    items.push(...page[name]);
    next = page.next || '';
  } while (next && items.length < most);
  return { items, more: !!next };
}

/** Takes one event apart: its lines are name and value. */
function eventOf(block) {
  const event = { name: 'message', data: [], id: '' };
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    const field = line.slice(0, colon);
    if (field === 'data') event.data.push(value);
    else if (field === 'event') event.name = value;
    else if (field === 'id') event.id = value;
  }
  return event;
}

/**
 * Follows the events of the server, and comes back when the connection is lost. An EventSource cannot send a token, so the
 * stream is read by hand.
 */
class Events {
  constructor(take, tell) {
    this.take = take;
    this.tell = tell;
    this.last = '';
    this.waitMs = 1000;
    this.running = null;
    document.addEventListener('visibilitychange', () => (document.hidden ? this.stop() : this.start()));
  }

  start() {
    if (this.running) return;
    this.running = new AbortController();
    this.loop(this.running);
  }

  /** Nobody looks: the place is given to others. */
  stop() {
    if (this.running) this.running.abort();
    this.running = null;
  }

  async loop(control) {
    while (!control.signal.aborted) {
      try {
        await this.once(control);
      } catch (failure) {
        if (control.signal.aborted) return;
        this.tell(failure instanceof Refused ? failure : new Refused(0, 'The connection is lost; trying again.'));
        if (failure.wantsToken) { this.running = null; return; }
      }
      await new Promise((done) => { setTimeout(done, this.waitMs); });
      this.waitMs = Math.min(10000, this.waitMs * 2);
    }
  }

  async once(control) {
    const used = token.get();
    const quiet = new AbortController();
    const both = () => quiet.abort();
    control.signal.addEventListener('abort', both);
    let timer = setTimeout(both, 30000);
    try {
      const response = await ask('/live/events', { signal: quiet.signal, headers: this.last ? { 'Last-Event-ID': this.last } : {} });
      if (!response.ok) {
        let why = `status ${response.status}`;
        try { why = (await response.json()).error; } catch { /* then the status must do */ }
        throw new Refused(response.status, why, used);
      }
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(both, 30000);
        rest += value;
        for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
          const event = eventOf(rest.slice(0, end));
          rest = rest.slice(end + 2);
          if (!event.data.length) continue;
          this.last = event.id || this.last;
          this.waitMs = 1000;
          this.take(event.name, parseExact(event.data.join('\n')));
        }
      }
    } finally {
      clearTimeout(timer);
      control.signal.removeEventListener('abort', both);
    }
  }
}
