// Finds a request: in the state of all instances, and says how to go on if it is not there.

async function findPage(wanted) {
  const head = (title, ...more) => h('section', { class: 'hero' }, h('h1', { id: 'headline' }, title), more);
  let found;
  try {
    found = await getJson(`/requests/${encodeURIComponent(wanted)}?limit=100`);
  } catch (failure) {
    return [head('The state could not be asked.', h('p', { class: 'when' }, visible(failure.message)))];
  }
  const { requests } = found;
  if (requests.length === 1) {
    location.replace(requestLink(requests[0].holder_engine_id, wanted));
    return null;
  }
  if (!requests.length) {
    return [head(['No holder remembers ', id(wanted), '.'], h('p', { class: 'when' }, 'Requests are remembered until ten minutes after the end of their leases, and found by their whole id. If you know the holder, give it in the second field: then the topics are read, which go back for days.'))];
  }
  return [head([count(requests.length), ' holders remember ', id(wanted), '.'],
    h('ul', { class: 'sources' }, requests.map((one) => h('li', {}, h('a', { href: requestLink(one.holder_engine_id, wanted) }, id(one.holder_engine_id)), ` ${plural(one.leases.length, 'lease')}`))))];
}
