// The token of a console that is not on loopback: from `#token=…` in the address, or asked for. It stays in
// this tab's session storage and leaves the address bar at once.

const KEY = 'hexad.token';

export function takeToken(location: Location, history: History, storage: Storage): string | null {
  const found = /(?:^#|&)token=([^&]+)/.exec(location.hash);
  if (found) {
    storage.setItem(KEY, decodeURIComponent(found[1]!));
    history.replaceState(null, '', location.pathname + location.search);
  }
  return storage.getItem(KEY);
}

export function keepToken(storage: Storage, token: string): void {
  storage.setItem(KEY, token);
}
