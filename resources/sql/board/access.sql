-- Who this session is, and which of the contract's roles it may use. A role that is missing counts as not had.
SELECT session_user::text AS login,
       coalesce(bool_or(r.rolname IN ('oncedesk_viewer', 'oncedesk_admin')), false) AS may_look,
       coalesce(bool_or(r.rolname = 'oncedesk_operator'), false) AS may_operate,
       coalesce(bool_or(r.rolname = 'oncedesk_submitter'), false) AS may_submit,
       coalesce(bool_or(r.rolname = 'oncedesk_worker'), false) AS may_work,
       coalesce(bool_or(r.rolname = 'oncedesk_admin'), false) AS may_administer
  FROM pg_roles r
 WHERE r.rolname IN ('oncedesk_viewer', 'oncedesk_operator', 'oncedesk_submitter', 'oncedesk_worker', 'oncedesk_admin')
   AND pg_has_role(session_user, r.oid, 'USAGE')
