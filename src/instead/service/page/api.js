// Talking to the service: one function, three outcomes. An answer; a Problem (somebody says no); Dead (no service).

import { filled, language, words } from "./words.js";

const KEY = "instead-key";
const ROOT = new URL("..", import.meta.url); // a proxy may serve us below a path of its own
export const address = (path) => new URL(path.replace(/^\//, ""), ROOT).href;

// `foreign`: not said by the service, but by something on the way to it, a proxy that keeps an address closed for one.
export class Problem extends Error {
  constructor(content, status, foreign = false) {
    super(content.detail || words.broken);
    this.status = status;
    this.content = content;
    this.foreign = foreign;
  }

  get customerWords() {
    if (this.status === 503) return words.busy;
    if (this.status >= 500) return words.broken;
    return this.message;
  }
}

export class Dead extends Error {}

let askForKey = null, asking = null;
export function whenKeyIsWanted(ask) { askForKey = ask; }

// `instead serve --open` hands the key over after the #, which no browser sends anywhere.
export function takeKeyFromAddress() {
  const found = location.hash.match(/^#key=([^&]+)$/);
  if (!found) return;
  sessionStorage.setItem(KEY, decodeURIComponent(found[1]));
  history.replaceState(null, "", location.pathname + "#/");
}

async function call(method, path, body, signal, quiet = false) {
  const headers = { Accept: "application/json", "Accept-Language": language };
  const key = sessionStorage.getItem(KEY);
  if (key) headers["X-API-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response, content;
  try {
    response = await fetch(address(path), { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
    content = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    // whole, but no JSON: not our service's words. From 500 on a proxy says that it does not reach the service.
    if (error instanceof SyntaxError && response.status < 500) {
      throw new Problem({ detail: filled(words.closed_address, { status: response.status }) }, response.status, true);
    }
    throw new Dead(words.away_heading);
  }
  if (response.ok) return content;
  if (response.status === 401 && askForKey && !quiet) {
    asking ??= askForKey(Boolean(key)).finally(() => { asking = null; }); // many questions at once, one dialog
    const given = await asking;
    if (given) {
      sessionStorage.setItem(KEY, given);
      return call(method, path, body, signal);
    }
  }
  throw new Problem(content, response.status);
}

function asked(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const words = new URLSearchParams(given).toString();
  return words ? `${path}?${words}` : path;
}

export const get = (path, query = {}, signal = undefined) => call("GET", asked(path, query), undefined, signal);

// What the staff alone may see: null for everybody else, and nobody is asked for a key.
const CLOSED = [401, 403, 404];
export async function getIfOpen(path, query = {}, signal = undefined) {
  try { return await call("GET", asked(path, query), undefined, signal, true); } catch (error) {
    if (error instanceof Problem && CLOSED.includes(error.status)) return null;
    throw error;
  }
}
export const post = (path, body, signal = undefined) => call("POST", path, body, signal);
export const put = (path, body, signal = undefined) => call("PUT", path, body, signal);
export const remove = (path, signal = undefined) => call("DELETE", path, undefined, signal);
export const segment = (id) => encodeURIComponent(id);
