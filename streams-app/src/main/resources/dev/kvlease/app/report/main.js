// Starts the report: reads the data, shows the page that the address asks for.

function start() {
  const audit = parseExact(byId('data').textContent);
  const model = new Model(audit);
  const content = byId('content');
  startTheme();
  byId('span').textContent = has(audit.meta.first_record_ms) ? `${dateAndTime(audit.meta.first_record_ms).slice(0, 19)} to ${(audit.meta.last_record_ms - audit.meta.first_record_ms < 86400000 ? shortTime : dateAndTime)(audit.meta.last_record_ms)} UTC` : '';
  byId('foot').textContent = `kvlease ${visible(audit.meta.kvlease_version || '')} · ${plural(audit.meta.records, 'record')} · all data of this report is inside this file, and nothing leaves it`;
  document.title = `kvlease audit: ${headline(audit)}`;
  let overview = null;
  let scrolled = 0;

  const open = (violation) => { location.hash = pageOf(violation); };
  const showOverview = () => {
    if (!overview) {
      overview = [headlineBlock(model), timelineBlock(model, open), new ViolationTable(model).element, sumBlock(model), answersBlock(model), notJudgedBlock(model), clocksBlock(model), basisBlock(model)];
    }
    content.replaceChildren(...overview);
    scrollTo(0, scrolled);
  };
  const show = () => {
    tip(null);
    const route = /^#\/read\/(.+)$/.exec(location.hash);
    if (content.dataset.page === 'overview') scrolled = scrollY;
    const violation = route && model.byId.get(decoded(route[1]));
    content.dataset.page = route ? 'read' : 'overview';
    if (!route) { showOverview(); return; }
    content.replaceChildren(...(violation ? readPage(model, violation) : [h('section', { class: 'hero' }, h('h1', { id: 'headline' }, 'This report has no such read.'), h('p', {}, h('a', { href: '#/' }, '← Overview')))]).filter(Boolean));
    scrollTo(0, 0);
    content.focus({ preventScroll: true });
  };
  addEventListener('hashchange', show);
  show();
  window.kvlease = { audit, overview: () => overview };
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

start();
