// What was looked at in this visit, the latest last: kept by the browser until the tab is closed, sent only to a model that looks at it.
const VIEWED = "instead-viewed", MOST = 20;
let wanted = false;
export function useVisit(on) { wanted = on; }

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(VIEWED));
    return Array.isArray(found) ? found.filter((id) => typeof id === "string" && id) : [];
  } catch { return []; }
}

export function looked(id) {
  sessionStorage.setItem(VIEWED, JSON.stringify([...kept().filter((one) => one !== id), id].slice(-MOST)));
}

// All but the item on the screen: that one is the question.
export const lookedAt = (id) => (wanted ? kept().filter((one) => one !== id) : []);
