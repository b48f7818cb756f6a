// What is said around reasons comes from the service (`words` of /v1/about) and is the same everywhere; here gaps are filled.
export let words = {};
export function useWords(given) { words = given; }

export const filled = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => (name in gaps ? String(gaps[name]) : gap));
